import { aggregateOrders, type OrderAggregates } from '../../../src/domain/metrics/orders-queries.ts'
import type { ScoredMonth } from '../../../src/domain/metrics/scored-month.ts'
import { aggregateTickets, type TicketAggregates } from '../../../src/domain/metrics/tickets-queries.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { nothingPast, type Past } from '../../../src/scoring/projection/past.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import type { PastMonth } from './times.ts'

type Sums = Omit<OrderAggregates & TicketAggregates, 'seller_id'>
type Count = keyof Sums

/** The sums of one seller; those of a feed that it has nothing of are 0. */
type OfSeller = (seller: number, name: Count) => number

/**
 * What sellers have done in past months, by the same statements that a score is added up by: each month as it ended, as
 * it stood at its cut, and what came after that. Months before the first one with an order don't count.
 */
export async function readPasts(
  tx: Sql,
  sellers: number[],
  month: ScoredMonth,
  { past, rules }: { past: PastMonth[]; rules: ScoringRules },
): Promise<Map<number, Past>> {
  const pasts = new Map(sellers.map((seller) => [seller, nothingPast()]))
  for (const { month_start, cut, month_end, days } of past.toReversed()) {
    const read = (from: string, as_of: string) =>
      readSums(tx, sellers, { ...month, month_start: from, as_of }, rules)
    const whole = await read(month_start, month_end)
    const atCut = await read(month_start, cut)
    const after = await read(cut, month_end)
    for (const [seller, all] of pasts)
      if (all.orders > 0 || whole(seller, 'orders') > 0) addMonth(all, days, { seller, whole, atCut, after })
  }
  return pasts
}

interface MonthSums {
  seller: number
  whole: OfSeller
  atCut: OfSeller
  after: OfSeller
}

const WHOLE = [
  ...(['orders', 'seller_cancelled', 'ready_due', 'ready_on_time', 'error_free', 'units_ordered'] as const),
  ...(['tickets', 'seller_ticket_weight', 'reply_due', 'replied_in_time'] as const),
]

function addMonth(all: Past, days: number, { seller, whole, atCut, after }: MonthSums) {
  /** What became of those that were there at the cut, which some take back. */
  const since = (name: Count) => Math.max(whole(seller, name) - after(seller, name) - atCut(seller, name), 0)
  all.days += days
  for (const name of WHOLE) all[name] += whole(seller, name)
  all.open_orders += atCut(seller, 'orders') - atCut(seller, 'ready_due')
  all.open_orders_due += since('ready_due')
  all.kept_orders += atCut(seller, 'orders') - atCut(seller, 'seller_cancelled')
  all.kept_orders_cancelled += since('seller_cancelled')
  all.unanswered += atCut(seller, 'tickets') - atCut(seller, 'reply_due')
  all.unanswered_due += since('reply_due')
  all.within_time += atCut(seller, 'tickets') - atCut(seller, 'overdue_tickets')
  all.within_time_overdue += since('overdue_tickets')
  all.new_orders += after(seller, 'orders')
  all.new_orders_due += after(seller, 'ready_due')
  all.new_tickets += after(seller, 'tickets')
  all.new_replies_due += after(seller, 'reply_due')
  all.new_overdue += after(seller, 'overdue_tickets')
}

async function readSums(
  tx: Sql,
  sellers: number[],
  month: ScoredMonth,
  rules: ScoringRules,
): Promise<OfSeller> {
  const orders = new Map((await aggregateOrders(tx, sellers, month)).map((row) => [row.seller_id, row]))
  const found = await aggregateTickets(tx, sellers, month, rules.helpdesk)
  const tickets = new Map(found.map((row) => [row.seller_id, row]))
  return (seller, name) =>
    Number(
      { ...orders.get(seller), ...tickets.get(seller) }[name as keyof (OrderAggregates | TicketAggregates)] ??
        0,
    )
}
