import { countLeftOut } from '../left-out.ts'

/**
 * What is counted of past months. `unanswered` and `within_time` count what was open in them when as much of the
 * month was left as now, and what came of it by their end; `new_` what came after that. What is left out of metrics is
 * in `_left_out`, and in none of these.
 */
export const PAST_COUNTS = [
  'days',
  'orders',
  'seller_cancelled',
  'ready_due',
  'ready_on_time',
  'error_free',
  'units_ordered',
  'tickets',
  'seller_ticket_weight',
  'reply_due',
  'replied_in_time',
  'returns',
  'reply_left_out',
  'return_left_out',
  'unanswered',
  'unanswered_due',
  'within_time',
  'within_time_overdue',
  'new_tickets',
  'new_replies_due',
  'new_overdue',
] as const

/** Counts of past months, of one seller or of many. */
export type Past = Record<(typeof PAST_COUNTS)[number], number>

/** What is left out of the facts of a month. */
export const leftOutOfMonth = (sums: object) => ({
  reply_left_out: countLeftOut(sums, 'reply'),
  return_left_out: countLeftOut(sums, 'return'),
})
export type LeftOutOfMonth = ReturnType<typeof leftOutOfMonth>

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

/** So many of so many. */
export type Share = { hits: number; of: number }

export const rateOf = ({ hits, of }: Share, without: number): number => (of > 0 ? hits / of : without)

/** As many of the population's orders, tickets or invoices weigh as much as the seller's own. */
export const PRIOR = 20

/** What is known of a rate: a Beta distribution. */
export type Rate = { a: number; b: number }

/** The population's rate with the weight of `PRIOR`, and what the seller itself has shown. */
export const rateAfter = (population: number, { hits, of }: Share): Rate => ({
  a: PRIOR * population + Math.max(hits, 0),
  b: PRIOR * (1 - population) + Math.max(of - hits, 0),
})
