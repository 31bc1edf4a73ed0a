import { AGGREGATE_NAMES, type AggregateName, type Aggregates, sumOf } from '../aggregates.ts'
import {
  type LeftOutOfMonth,
  leftOutOfMonth,
  type Past,
  PRIOR,
  type Rate,
  rateAfter,
  rateOf,
  type Share,
} from './past.ts'

/** How long the running month is, in days; parts of a day count. */
export type Time = { elapsed: number; left: number }

/** Past months weigh as much as so many days of the running one in how many orders come. */
const MOST_PAST_DAYS = 60

type PerOrder = { shape: number; orders: number }

/** What is known of the orders, tickets and returns of a seller's running month. */
export type MonthOutlook = {
  now: Record<AggregateName, number> & LeftOutOfMonth
  left: number
  /** Orders a day: a Gamma distribution */
  pace: { shape: number; days: number }
  /** What comes for each order that comes: Gamma distributions */
  due: PerOrder
  cancelled: PerOrder
  tickets: PerOrder
  reply_due: PerOrder
  resolve_due: PerOrder
  returns: PerOrder
  units_each: number
  weight_each: number
  on_time: Rate
  error_free: Rate
  replied: Rate
  overdue: Rate
}

/**
 * What is known of a month from the facts so far, the seller's past months and those of the population. Where the
 * population knows nothing, orders fall due, and nothing goes wrong.
 */
export function outlookOf(
  facts: Aggregates,
  { elapsed, left }: Time,
  past: Past,
  population: Past,
): MonthOutlook {
  const now = { ...numbersOf(facts), ...leftOutOfMonth(facts) }
  type Count = keyof Past
  type Counted = Count & keyof typeof now
  const share = (from: Past, hits: Count, of: Count): Share => ({ hits: from[hits], of: from[of] })
  const known = (hits: Counted, of: Counted, without: number): Rate =>
    rateAfter(rateOf(share(population, hits, of), without), {
      hits: past[hits] + now[hits],
      of: past[of] + now[of],
    })
  const each = (sum: Count & AggregateName, of: Count & AggregateName): number =>
    (PRIOR * rateOf(share(population, sum, of), 1) + past[sum] + now[sum]) / (PRIOR + past[of] + now[of])
  const weight = past.days > 0 ? Math.min(1, MOST_PAST_DAYS / past.days) : 0
  const perOrder = (count: (of: Record<Counted, number>) => number, without = 0): PerOrder => ({
    shape:
      PRIOR * rateOf({ hits: count(population), of: population.orders }, without) + count(past) + count(now),
    orders: PRIOR + past.orders + now.orders,
  })
  return {
    now,
    left,
    pace: { shape: now.orders + weight * past.orders, days: elapsed + weight * past.days },
    due: perOrder(({ ready_due }) => ready_due, 1),
    cancelled: perOrder(({ seller_cancelled }) => seller_cancelled),
    tickets: perOrder(({ tickets }) => tickets),
    reply_due: perOrder(({ reply_due }) => reply_due),
    resolve_due: perOrder(({ resolve_due }) => resolve_due),
    returns: perOrder(({ returns, return_left_out }) => returns - return_left_out),
    units_each: each('units_ordered', 'orders'),
    weight_each: each('seller_ticket_weight', 'tickets'),
    on_time: known('ready_on_time', 'ready_due', 1),
    error_free: known('error_free', 'orders', 1),
    replied: known('replied_in_time', 'reply_due', 1),
    overdue: known('overdue_tickets', 'resolve_due', 0),
  }
}

const numbersOf = (facts: Aggregates) =>
  Object.fromEntries(AGGREGATE_NAMES.map((name) => [name, Number(sumOf(facts, name))])) as Record<
    AggregateName,
    number
  >
