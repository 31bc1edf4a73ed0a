import type { AggregateName } from '../aggregates.ts'
import { beta, binomial, gamma, poisson } from './distributions.ts'
import type { MonthOutlook } from './outlook.ts'
import type { Rate } from './past.ts'
import type { Uniform } from './stream.ts'

/** What a draw adds to the facts so far. */
export type Added = Partial<Record<AggregateName, number>>

/** One way in which the orders and tickets of the month may go on from now. */
export function drawOrders(uniform: Uniform, outlook: MonthOutlook): Added {
  const { now, left } = outlook
  const of = (n: number, { a, b }: Rate) => (n > 0 ? binomial(uniform, n, beta(uniform, a, b)) : 0)
  const expected = (gamma(uniform, outlook.pace.shape) / outlook.pace.days) * left
  const orders = poisson(uniform, expected)
  const due = of(now.orders - now.ready_due, outlook.open_due) + of(orders, outlook.new_due)
  const cancelledLater = left > 0 ? of(now.orders - now.seller_cancelled, outlook.cancelled_later) : 0
  const perOrder = gamma(uniform, outlook.tickets.shape) / outlook.tickets.orders
  const tickets = poisson(uniform, perOrder * expected)
  const replies = of(now.tickets - now.reply_due, outlook.unanswered_due) + of(tickets, outlook.new_reply_due)
  const overdueLater = left > 0 ? of(now.tickets - now.overdue_tickets, outlook.later_overdue) : 0
  return {
    orders,
    ready_due: due,
    ready_on_time: of(due, outlook.on_time),
    seller_cancelled: of(orders, outlook.cancelled) + cancelledLater,
    error_free: of(orders, outlook.error_free),
    units_ordered: Math.max(Math.round(outlook.units_each * (orders - cancelledLater)), -now.units_ordered),
    tickets,
    seller_ticket_weight: outlook.weight_each * tickets,
    reply_due: replies,
    replied_in_time: of(replies, outlook.replied),
    overdue_tickets: of(tickets, outlook.new_overdue) + overdueLater,
  }
}
