import type { DailySum } from '../daily-feeds.ts'
import { beta, binomial, gamma, poisson } from './distributions.ts'
import type { MonthOutlook } from './month-outlook.ts'
import type { Rate } from './past.ts'
import type { Uniform } from './stream.ts'

/** What a draw adds to the facts so far. */
export type Added = Record<DailySum, number>

/** One way in which what comes day by day may go on from now until the month's end. */
export function drawDays(uniform: Uniform, outlook: MonthOutlook): Added {
  const { now, left } = outlook
  const of = (n: number, { a, b }: Rate) => (n > 0 ? binomial(uniform, n, beta(uniform, a, b)) : 0)
  const expected = (gamma(uniform, outlook.pace.shape) / outlook.pace.days) * left
  const orders = poisson(uniform, expected)
  const perOrder = ({ shape, orders }: MonthOutlook['tickets']) =>
    poisson(uniform, (gamma(uniform, shape) / orders) * expected)
  const due = perOrder(outlook.due)
  const kept = now.orders + now.cancelled_later - now.seller_cancelled + orders
  const tickets = perOrder(outlook.tickets)
  const replies = perOrder(outlook.reply_due)
  const resolutions = perOrder(outlook.resolve_due)
  return {
    orders,
    ready_due: due,
    ready_on_time: of(due, outlook.on_time),
    seller_cancelled: Math.min(perOrder(outlook.cancelled), kept),
    cancelled_later: 0, // an order of an earlier month weighs as one of this
    error_free: of(orders, outlook.error_free),
    units_ordered: Math.round(outlook.units_each * orders),
    tickets,
    seller_ticket_weight: outlook.weight_each * tickets,
    reply_due: replies,
    replied_in_time: of(replies, outlook.replied),
    resolve_due: resolutions,
    overdue_tickets: of(resolutions, outlook.overdue),
    returns: perOrder(outlook.returns),
  }
}
