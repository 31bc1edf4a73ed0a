import { Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useMay } from '../api/me.ts'
import { textOf } from '../ui/format.ts'
import { named, nameOf } from '../ui/names.ts'
import { Asked, Named } from '../ui/page.tsx'
import { labelOf, listOf, oneOf, useFields } from './calls.ts'
import { kindReferred } from './declared.ts'
import { type RecordKind, type Row, titleOf } from './kind.ts'
import { inDrawer } from './record-list.tsx'
import type { Field } from './schema.ts'

interface DetailsProps {
  kind: RecordKind
  row: Row
  /** The body of the form above, which shows the rest. */
  without?: string
}

/** All fields of a record that have a value and that the form above does not already show. */
export function Details({ kind, row, without }: DetailsProps) {
  const fields = useFields(kind.shape)
  const above = useFields(without).data
  if (!above) return null
  const shown = new Set(
    above.filter(({ name }) => !kind.hides?.includes(name)).map((field) => field['x-label']),
  )
  return (
    <Asked query={fields}>
      {(all) => (
        <Named
          rows={readable(all, kind, row)
            .filter((field) => !shown.has(field['x-label']))
            .map((field) => [
              labelOf(field, kind.labels),
              <Value
                key={field.name}
                {...{ field, kind }}
                value={kind.says?.[field.name]?.(row) ?? row[field.name]}
              />,
            ])}
        />
      )}
    </Asked>
  )
}

/** Of an id and the name beside it, which have the same label, only the name is for people. */
const readable = (fields: Field[], { hides = [] }: RecordKind, row: Row) =>
  fields.filter(
    ({ name, ...field }) =>
      row[name] != null &&
      isPlain(row[name]) &&
      !(hides.includes(name) && name !== 'status') &&
      !fields.some(
        (one) =>
          one.name === `${name}_name` ||
          (one.name !== name && one['x-label'] === field['x-label'] && field.type === 'integer'),
      ),
  )

/** Can be read in a line: no object within an object. */
const isPlain = (value: unknown) =>
  typeof value !== 'object' ||
  Object.values(value ?? {}).every((one) => typeof one !== 'object' || one === null)

/** A value as its field asks for: another record by its name, a word by what it is called. */
export function Value({ field, kind, value }: { field: Field; kind: RecordKind; value: unknown }) {
  const referred = kindReferred(field, kind)
  const isById = field.type === 'integer' || (field.type === 'array' && !field.name.endsWith('_codes'))
  if (referred && isById)
    return [value].flat().map((id, i) => (
      <Fragment key={String(id)}>
        {i > 0 && ', '}
        <Referred kind={referred} id={Number(id)} />
      </Fragment>
    ))
  if (typeof value !== 'string') return named(textOf(value))
  if (value.startsWith('{'))
    return (
      <Code block style={{ whiteSpace: 'pre-wrap' }}>
        {value.replaceAll(',"', ',\n"')}
      </Code>
    )
  return /^[a-z_]+$/.test(value) && field.enum ? nameOf(value) : textOf(value)
}

/** The name of another record, which leads to it. */
function Referred({ kind, id }: { kind: RecordKind; id: number }) {
  const may = useMay(kind.reads)
  const rows = useQuery({ ...listOf(kind, { limit: 500 }), enabled: may }).data?.data
  const listed = rows?.find((one) => one.id === id)
  const single = useQuery({ ...oneOf(kind, String(id)), enabled: may && rows !== undefined && !listed })
  const row = listed ?? single.data?.row
  return row ? <Link {...inDrawer(kind.path, String(id))}>{titleOf(row)}</Link> : '–'
}
