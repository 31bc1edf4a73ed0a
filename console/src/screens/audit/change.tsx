import { useFields } from '../../records/calls.ts'
import { RECORDS } from '../../records/declared.ts'
import { flat } from '../../records/deeds.ts'
import { Value } from '../../records/details.tsx'
import type { Row } from '../../records/kind.ts'
import { points, textOf } from '../../ui/format.ts'
import { nameOf, wordOf } from '../../ui/names.ts'
import { Named } from '../../ui/page.tsx'

/** What the log keeps for programs: versions, sums of contents, and who it was, which stands above. */
const INTERNAL = /(_sha256|_hash|^version|^id$|_by$|_at$|_key$|_user_id$)/

/** What a change has changed: each field from what to what. */
export default function Change({ row }: { row: Row }) {
  const before = flat(row.before)
  const after = flat(row.after)
  const names = Object.keys({ ...before, ...after }).filter(
    (name) =>
      !INTERNAL.test(name) &&
      row[name] !== after[name] && // stands above
      shown(before[name]) !== shown(after[name]) &&
      /[\p{L}\p{N}]/u.test(shown(after[name] ?? before[name])),
  )
  const entity = String(row.entity).replaceAll('_', '')
  const kind = RECORDS.find(({ shape }) => shape.toLowerCase() === entity)
  const fields = useFields(kind?.shape).data
  /** Another record by its name, where a field names one. */
  const said = (name: string, value: unknown) => {
    const field = fields?.find((one) => one.name === name && one['x-refers'])
    return field && kind && value != null ? <Value {...{ field, kind, value }} /> : shown(value)
  }
  return (
    <Named
      rows={names.map((name) => [
        nameOf(name),
        name in before && name in after ? (
          <>
            {said(name, before[name])} → <b>{said(name, after[name])}</b>
          </>
        ) : (
          said(name, after[name] ?? before[name])
        ),
      ])}
    />
  )
}

const LONGEST = 300

/**
 * A score by its total and tier, a curve by its points, another object by its name or by all that it says, a word by what
 * it is called.
 */
function shown(value: unknown): string {
  const { total_sos, tier, name } = Object(value)
  if (tier && total_sos !== undefined) return `${points(total_sos)} ${shown(tier)}`
  if (typeof name === 'string') return name
  if (Array.isArray(value) && Array.isArray(value[0]))
    return value.map((point) => point.join(' → ')).join(', ')
  const text = textIn(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function textIn(value: unknown) {
  if (Array.isArray(value)) return textOf(value.map(shown))
  if (typeof value === 'object' && value)
    return Object.entries(value)
      .filter(([, one]) => one != null && String(one) !== '')
      .map(([name, one]) => `${nameOf(name)} ${typeof one === 'object' ? `(${shown(one)})` : shown(one)}`)
      .join(', ')
  return /^[a-z]+(_[a-z]+)+$/.test(String(value)) ? nameOf(String(value)) : wordOf(textOf(value))
}
