import classes from '../../records/details.module.css'
import type { Row } from '../../records/row.ts'
import { textOf } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'

/** What the log keeps for programs: versions, and sums of contents. */
const INTERNAL = /(_sha256|_hash|^version|^id$|_by$|_at$)/

/** What a change has changed: each field from what to what. */
export default function Change({ row }: { row: Row }) {
  const before = Object(row.before)
  const after = Object(row.after)
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !INTERNAL.test(name) && shown(before[name]) !== shown(after[name]),
  )
  return (
    <dl className={classes.details}>
      {names.map((name) => (
        <div key={name}>
          <dt>{nameOf(name)}</dt>
          <dd>
            {name in before && name in after ? (
              <>
                {shown(before[name])} → <b>{shown(after[name])}</b>
              </>
            ) : (
              shown(after[name] ?? before[name])
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const LONGEST = 300

function shown(value: unknown) {
  const text = textOf(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
