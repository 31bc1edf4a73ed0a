import { countLeftOut } from '../left-out.ts'

/** What is counted of past months. Returns that are left out of metrics are in both of their counts. */
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
  'resolve_due',
  'overdue_tickets',
  'returns',
  'return_left_out',
] as const

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
