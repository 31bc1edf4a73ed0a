import { type AggregateName, type Aggregates, normalAggregates } from '../aggregates.ts'
import { type Past, PRIOR, type Rate, rateAfter, rateOf, type Share } from './past.ts'

/** How long the running month is, in days; parts of a day count. */
export type Time = { elapsed: number; left: number }

/** Past months weigh as much as so many days of the running one in how many orders come. */
const MOST_PAST_DAYS = 60

/** What is known of the orders and tickets of a seller's running month. */
export type MonthOutlook = {
  now: Record<AggregateName, number>
  left: number
  /** Orders a day: a Gamma distribution */
  pace: { shape: number; days: number }
  /** Tickets for each order: a Gamma distribution */
  tickets: { shape: number; orders: number }
  units_each: number
  weight_each: number
  cancelled: Rate
  cancelled_later: Rate
  on_time: Rate
  error_free: Rate
  open_due: Rate
  new_due: Rate
  replied: Rate
  unanswered_due: Rate
  new_reply_due: Rate
  later_overdue: Rate
  new_overdue: Rate
}

/**
 * What is known of a month from the facts so far, the seller's past months and those of the population. Where the
 * population knows nothing, orders and tickets fall due, and nothing else goes wrong.
 */
export function outlookOf(
  facts: Aggregates,
  { elapsed, left }: Time,
  past: Past,
  population: Past,
): MonthOutlook {
  const now = numbersOf(facts)
  type Count = keyof Past
  const share = (from: Past, hits: Count, of: Count): Share => ({ hits: from[hits], of: from[of] })
  const known = (hits: Count & AggregateName, of: Count & AggregateName, without: number): Rate =>
    rateAfter(rateOf(share(population, hits, of), without), {
      hits: past[hits] + now[hits],
      of: past[of] + now[of],
    })
  const from = (hits: Count, of: Count, without: number): Rate =>
    rateAfter(rateOf(share(population, hits, of), without), share(past, hits, of))
  const each = (sum: Count & AggregateName, of: Count & AggregateName): number =>
    (PRIOR * rateOf(share(population, sum, of), 1) + past[sum] + now[sum]) / (PRIOR + past[of] + now[of])
  const weight = past.days > 0 ? Math.min(1, MOST_PAST_DAYS / past.days) : 0
  const perOrder = rateOf(share(population, 'tickets', 'orders'), 0)
  return {
    now,
    left,
    pace: { shape: now.orders + weight * past.orders, days: elapsed + weight * past.days },
    tickets: {
      shape: PRIOR * perOrder + past.tickets + now.tickets,
      orders: PRIOR + past.orders + now.orders,
    },
    units_each: each('units_ordered', 'orders'),
    weight_each: each('seller_ticket_weight', 'tickets'),
    cancelled: known('seller_cancelled', 'orders', 0),
    cancelled_later: from('kept_orders_cancelled', 'kept_orders', 0),
    on_time: known('ready_on_time', 'ready_due', 1),
    error_free: known('error_free', 'orders', 1),
    open_due: from('open_orders_due', 'open_orders', 1),
    new_due: from('new_orders_due', 'new_orders', 1),
    replied: known('replied_in_time', 'reply_due', 1),
    unanswered_due: from('unanswered_due', 'unanswered', 1),
    new_reply_due: from('new_replies_due', 'new_tickets', 1),
    later_overdue: from('within_time_overdue', 'within_time', 0),
    new_overdue: from('new_overdue', 'new_tickets', 0),
  }
}

function numbersOf(facts: Aggregates): Record<AggregateName, number> {
  const normal = Object.entries(normalAggregates(facts)).map(([name, text]) => [name, Number(text)])
  return Object.fromEntries(normal)
}
