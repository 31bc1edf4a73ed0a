import { type Static, Type } from '@sinclair/typebox'
import { parse, type Rational } from './rational.ts'

const DESCRIPTIONS = {
  orders: 'orders of the month',
  seller_cancelled: "orders cancelled by the seller's fault",
  ready_on_time: 'orders with ready_at ≤ ready_by, of those counted in ready_due',
  ready_due:
    "orders with a ready_by that are ready or past it at as_of, without those cancelled by another's fault",
  error_free: 'orders without a data error',
  units_ordered: 'units of the orders that are not cancelled',
  forecast_rows: 'rows of forecast against actual: the month and each campaign that ends in it',
  forecast_total: 'ΣF over the rows',
  actual_total: 'ΣA over the rows',
  absolute_error: 'Σ|F − A| over the rows',
  lateness_days: 'Σ days from deadline to submission, 0 to 14 a row',
  tickets: 'tickets opened in the month',
  seller_ticket_weight: "Σ helpdesk weight of the tickets by the seller's fault",
  replied_in_time: 'tickets replied to within reply_hours',
  reply_due: 'tickets that were replied to or are past reply_hours at as_of',
  overdue_tickets: 'tickets that at as_of were or had been open longer than resolve_hours',
  invoices: 'invoices due on or before as_of and not paid before the month began',
  invoiced_amount: 'Σ amount of these invoices',
  amount_days_late: 'Σ amount × days late of these invoices',
  unpaid_amount: 'Σ unpaid amount at as_of of those past due',
  stock_rows: "rows of the month's last snapshot",
  stock_volume: 'volume of the snapshot',
  aged_volume: 'volume older than age_days',
  stranded_volume: 'stranded volume',
  stock_quantity: 'quantity of the snapshot',
} as const

export type AggregateName = keyof typeof DESCRIPTIONS
export const AGGREGATE_NAMES = (Object.keys(DESCRIPTIONS) as AggregateName[]).sort()

const amount = (description: string) =>
  Type.Optional(Type.Union([Type.Null(), Type.String(), Type.Number()], { description }))

/**
 * The facts of one seller and period, added up by SQL. Values are exact decimals, as strings or integers; null or
 * absent is 0.
 */
export const Aggregates = Type.Object(
  Object.fromEntries(AGGREGATE_NAMES.map((name) => [name, amount(DESCRIPTIONS[name])])) as Record<
    AggregateName,
    ReturnType<typeof amount>
  >,
)
export type Aggregates = Static<typeof Aggregates>

/** The aggregates as exact numbers, and how many days of the month had passed at as_of, that day included. */
export type Facts = Record<AggregateName | 'elapsed_days', Rational>

/** @throws RangeError when an aggregate is not a decimal number */
export function readAggregates(aggregates: Aggregates, elapsedDays: number): Facts {
  const facts = { elapsed_days: parse(elapsedDays) } as Facts
  for (const name of AGGREGATE_NAMES) facts[name] = parse(aggregates[name] ?? 0)
  return facts
}

/** Every aggregate as plain decimal text, so that 3, "3" and "3.00" are the same input. */
export function normalAggregates(aggregates: Aggregates): Record<AggregateName, string> {
  const normal = {} as Record<AggregateName, string>
  for (const name of AGGREGATE_NAMES) normal[name] = normalDecimal(String(aggregates[name] ?? 0))
  return normal
}

const normalDecimal = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
