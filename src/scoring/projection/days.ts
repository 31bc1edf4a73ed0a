import { AGGREGATE_NAMES, type AggregateName, type Aggregates, sumOf } from '../aggregates.ts'
import { DAILY_SUMS, type DailySum } from '../daily-feeds.ts'
import { countLeftOut } from '../left-out.ts'
import { beta, binomial, gamma, poisson, type Uniform } from './distributions.ts'

/** How long the running month is, in days; parts of a day count. */
export type Time = { elapsed: number; left: number }

/** Past months weigh as much as so many days of the running one in how many orders come. */
const MOST_PAST_DAYS = 60

/** What a draw adds to the facts so far. */
export type Added = Record<DailySum, number>

/**
 * Draws ways in which what comes day by day may go on from now until the month's end, by the facts so far, the seller's
 * past months and those of the population. Where the population knows nothing, orders fall due, and nothing goes wrong.
 */
export function dayDrawer(
  facts: Aggregates,
  { elapsed, left }: Time,
  past: Past,
  population: Past,
): (uniform: Uniform) => Added {
  const now = { ...numbersOf(facts), ...leftOutOfMonth(facts) }
  type Counted = keyof Past & keyof typeof now
  const each = (sum: Counted, of: Counted): number =>
    (PRIOR * rateOf({ hits: population[sum], of: population[of] }, 1) + past[sum] + now[sum]) /
    (PRIOR + past[of] + now[of])
  const weight = past.days > 0 ? Math.min(1, MOST_PAST_DAYS / past.days) : 0
  const pace = { shape: now.orders + weight * past.orders, days: elapsed + weight * past.days }
  return (uniform) => {
    const expected = (gamma(uniform, pace.shape) / pace.days) * left
    const orders = poisson(uniform, expected)
    /** How many of n: the rate has a Beta distribution. */
    const share = (n: number, hits: Counted, of: Counted, without: number) => {
      const rate = rateOf({ hits: population[hits], of: population[of] }, without)
      const { a, b } = rateAfter(rate, { hits: past[hits] + now[hits], of: past[of] + now[of] })
      return n > 0 ? binomial(uniform, n, beta(uniform, a, b)) : 0
    }
    /** How many come with the orders that are expected: their number for each has a Gamma distribution. */
    const perOrder = (count: (of: Record<Counted, number>) => number, without = 0) => {
      const rate = rateOf({ hits: count(population), of: population.orders }, without)
      const shape = PRIOR * rate + count(past) + count(now)
      return poisson(uniform, (gamma(uniform, shape) / (PRIOR + past.orders + now.orders)) * expected)
    }
    const ready_due = perOrder((of) => of.ready_due, 1)
    const kept = now.orders + now.cancelled_later - now.seller_cancelled + orders
    const tickets = perOrder((of) => of.tickets)
    const reply_due = perOrder((of) => of.reply_due)
    const resolve_due = perOrder((of) => of.resolve_due)
    return {
      orders,
      ready_due,
      ready_on_time: share(ready_due, 'ready_on_time', 'ready_due', 1),
      seller_cancelled: Math.min(
        perOrder((of) => of.seller_cancelled),
        kept,
      ),
      cancelled_later: 0, // an order of an earlier month weighs as one of this
      error_free: share(orders, 'error_free', 'orders', 1),
      units_ordered: Math.round(each('units_ordered', 'orders') * orders),
      tickets,
      seller_ticket_weight: each('seller_ticket_weight', 'tickets') * tickets,
      reply_due,
      replied_in_time: share(reply_due, 'replied_in_time', 'reply_due', 1),
      resolve_due,
      overdue_tickets: share(resolve_due, 'overdue_tickets', 'resolve_due', 0),
      returns: perOrder(({ returns, return_left_out }) => returns - return_left_out),
    }
  }
}

const numbersOf = (facts: Aggregates) =>
  Object.fromEntries(AGGREGATE_NAMES.map((name) => [name, Number(sumOf(facts, name))])) as Record<
    AggregateName,
    number
  >

/** So many of so many. */
type Share = { hits: number; of: number }

const rateOf = ({ hits, of }: Share, without: number): number => (of > 0 ? hits / of : without)

/** A Beta distribution: the population's rate with the weight of `PRIOR`, and what the seller itself has shown. */
export const rateAfter = (population: number, { hits, of }: Share) => ({
  a: PRIOR * population + Math.max(hits, 0),
  b: PRIOR * (1 - population) + Math.max(of - hits, 0),
})

/** What is counted of past months. Returns that are left out of metrics are in both of their counts. */
const PAST_COUNTS = ['days', ...DAILY_SUMS, 'return_left_out'] as const

/** Counts of past months, of one seller or of many. */
export type Past = Record<(typeof PAST_COUNTS)[number], number>

/** What is left out of the facts of a month. */
export const leftOutOfMonth = (sums: object) => ({ return_left_out: countLeftOut(sums, 'return') })

export const nothingPast = (): Past => Object.fromEntries(PAST_COUNTS.map((name) => [name, 0])) as Past

/** All counts together. */
export function addPasts(pasts: Iterable<Past>): Past {
  const all = nothingPast()
  for (const past of pasts) addPast(all, past)
  return all
}

/** Adds the counts that `sums` has. */
export function addPast(all: Past, sums: Partial<Record<keyof Past, string | number | null>>) {
  for (const name of PAST_COUNTS) all[name] += Number(sums[name] ?? 0)
}

/** As many of the population's orders, tickets or invoices weigh as much as the seller's own. */
export const PRIOR = 20
