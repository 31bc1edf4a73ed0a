import { textOf } from '../ui/format.ts'
import { named, nameOf } from '../ui/names.ts'
import type { Row } from './declared.ts'
import classes from './details.module.css'
import { Fields } from './fields.tsx'
import type { Field } from './schema.ts'

/** Can be read in a line: no object within an object. */
const isPlain = (value: unknown) =>
  typeof value !== 'object' ||
  Object.values(value ?? {}).every((one) => typeof one !== 'object' || one === null)

/** All fields of a record that the form above does not already show. */
export const Details = ({ row, without }: { row: Row; without?: string }) => (
  <Fields body={without}>{(fields) => <Rest row={row} fields={fields} />}</Fields>
)

function Rest({ row, fields }: { row: Row; fields: Field[] }) {
  const shown = new Set(fields.map(({ name }) => name))
  return (
    <dl className={classes.details}>
      {Object.entries(row)
        .filter(([name, value]) => !shown.has(name) && name !== 'id' && isPlain(value))
        .map(([name, value]) => (
          <div key={name}>
            <dt>{nameOf(name)}</dt>
            <dd>
              {typeof value === 'string' && /^[a-z_]+$/.test(value) ? nameOf(value) : named(textOf(value))}
            </dd>
          </div>
        ))}
    </dl>
  )
}
