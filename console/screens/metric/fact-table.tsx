import type { Answer } from '../../api/types.ts'
import { count, day, moment, month } from '../../logic/format.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useMe } from '../../parts/me.ts'
import { plain } from '../../words/plain.ts'

export type Fact = Answer<'GET', '/api/sos/sellers/{seller_code}/score/facts'>['data'][number]

/** Rows of one kind, with the fields that they were pushed with and what each counts. */
export function FactTable({ kind, rows }: { kind: string; rows: Fact[] }) {
  const { time_zone } = useMe()
  const fields = Object.keys(rows[0]?.record ?? {})
  const isAnyLeftOut = rows.some(({ left_out }) => left_out)
  const shownFields = fields.map(
    (field, index): Column<Fact> => ({
      head: wordOf(field),
      numeric: typeof anyValue(rows, field) === 'number',
      wide: index > 1,
      cell: ({ record }) => shown((record as Record<string, unknown>)[field], time_zone),
    }),
  )
  const columns: Column<Fact>[] = [
    ...shownFields.slice(0, 1),
    { head: 'Counts', numeric: true, cell: ({ numerator }) => count(numerator) },
    { head: 'Of', numeric: true, cell: ({ denominator }) => count(denominator) },
    ...(isAnyLeftOut ? [{ head: 'Left out', cell: leftOut }] : []),
    ...shownFields.slice(1),
  ]
  return (
    <DataTable<Fact>
      caption={rowsOf(kind)}
      columns={columns}
      rows={rows}
      keyOf={({ record }) => Object.values(record).slice(0, 6).join()}
    />
  )
}

/** Why a row counts nothing. */
const leftOut = ({ left_out }: Fact) => {
  if (!left_out) return <span class="faint">–</span>
  return left_out === 'nobody' ? 'names no fault' : `${left_out}’s fault`
}

/** The first value that there is, to know of which kind the column is. */
const anyValue = (rows: Fact[], field: string) =>
  rows.map(({ record }) => (record as Record<string, unknown>)[field]).find((value) => value !== null)

function shown(value: unknown, timeZone: string) {
  if (value === null || value === undefined) return <span class="faint">–</span>
  if (typeof value === 'boolean') return value ? 'yes' : <span class="faint">no</span>
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

/** Where the words of a field are not its code. */
const WORDS: Record<string, string> = {
  cancel_fault: 'Cancelled by',
  late_fault: 'Late by',
  reply_fault: 'Reply owed by',
  has_data_error: 'Data error',
  period: 'Month',
  forecast_orders: 'Forecast',
  actual_orders: 'Actual',
  issued_on: 'Issued',
  due_on: 'Due',
  paid_amount: 'Paid',
  credited_amount: 'Credited',
  due_amount: 'Still owed',
  sku: 'SKU',
  snapshot_on: 'Counted',
  received_on: 'Received',
  age_days: 'Age, days',
  volume_m3: 'Volume, m³',
  is_stranded: 'Stranded',
}

const wordOf = (field: string) => WORDS[field] ?? plain(field)

/** What the rows of a kind of facts are called: `order` → `Orders`. */
const rowsOf = (kind: string) => (kind === 'stock' ? 'Stock' : `${plain(kind)}s`)
