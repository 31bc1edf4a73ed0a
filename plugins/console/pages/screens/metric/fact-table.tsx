import type { Answer } from '../../api/types.ts'
import { count, day, moment, month } from '../../logic/format.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useMe } from '../../parts/me.ts'
import { wordOf, words } from './words.ts'

export type Fact = Answer<'GET', '/api/sos/sellers/{seller_code}/score/facts'>['data'][number]

/** Rows of one kind, with the fields that they were pushed with and what each counts. */
export function FactTable({ kind, rows }: { kind: string; rows: Fact[] }) {
  const { time_zone } = useMe()
  const fields = Object.keys(rows[0]?.record ?? {})
  const shownFields = fields.map(
    (field, index): Column<Fact> => ({
      key: field,
      head: wordOf(field),
      numeric: typeof anyValue(rows, field) === 'number',
      wide: index > 1,
      cell: ({ record }) => shown((record as Record<string, unknown>)[field], time_zone),
    }),
  )
  const columns: Column<Fact>[] = [
    ...shownFields.slice(0, 1),
    { key: 'numerator', head: words.numerator, numeric: true, cell: ({ numerator }) => count(numerator) },
    {
      key: 'denominator',
      head: words.denominator,
      numeric: true,
      cell: ({ denominator }) => count(denominator),
    },
    ...shownFields.slice(1),
  ]
  return (
    <DataTable<Fact>
      caption={wordOf(`fact_${kind}`)}
      columns={columns}
      rows={rows}
      keyOf={({ record }) => Object.values(record).slice(0, 6).join()}
    />
  )
}

/** The first value that there is, to know of which kind the column is. */
const anyValue = (rows: Fact[], field: string) =>
  rows.map(({ record }) => (record as Record<string, unknown>)[field]).find((value) => value !== null)

function shown(value: unknown, timeZone: string) {
  if (value === null || value === undefined) return <span class="faint">–</span>
  if (typeof value === 'boolean') return value ? words.yes : <span class="faint">{words.no}</span>
  if (typeof value === 'number') return count(value)
  const text = String(value)
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return moment(text, timeZone)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return day(text)
  if (/^\d{4}-\d\d$/.test(text)) return month(text)
  return (
    <span class="cut" dir="auto" title={text}>
      {text}
    </span>
  )
}
