import type { AggregateName, Aggregates } from '../../../src/scoring/aggregates.ts'
import type { LeverName } from '../../../src/scoring/simulation/levers/levers.ts'
import type { World } from '../../../src/scoring/simulation/world.ts'

/** The levers once more, as plainly as can be, for comparison. */
const up = (part: AggregateName, whole: AggregateName) => (steps: number, of: Sums) => ({
  [part]: of[part] + Math.min(steps, of[whole] - of[part]),
})
const down = (fact: AggregateName, step: (of: Sums) => number) => (steps: number, of: Sums) => ({
  [fact]: of[fact] - Math.min(steps * step(of), of[fact]),
})
const one = () => 1
const percentOf = (fact: AggregateName, decimals: number) => (of: Sums) =>
  Math.ceil(Number((of[fact] * 10 ** (decimals - 2)).toFixed(6))) / 10 ** decimals

const MOVES: Record<LeverName, (steps: number, of: Sums) => Partial<Sums>> = {
  closer_forecast: (steps, of) => {
    const by = Math.min(steps * Math.ceil(of.actual_total / 100), of.absolute_error)
    const off = of.forecast_total - of.actual_total
    let left = Math.abs(off) - by
    if (left < 0) left = of.absolute_error === by ? 0 : -left % 2
    return {
      absolute_error: of.absolute_error - by,
      forecast_total: of.actual_total + (off < 0 ? -left : left),
    }
  },
  earlier_forecast: down('lateness_days', one),
  fewer_cancellations: down('seller_cancelled', one),
  more_on_time: up('ready_on_time', 'ready_due'),
  cleaner_orders: up('error_free', 'orders'),
  fewer_tickets: down('seller_ticket_weight', one),
  faster_replies: up('replied_in_time', 'reply_due'),
  faster_resolutions: down('overdue_tickets', one),
  earlier_payment: down('amount_days_late', (of) => of.invoiced_amount),
  less_overdue: down('unpaid_amount', percentOf('invoiced_amount', 2)),
  less_aged_stock: down('aged_volume', percentOf('stock_volume', 4)),
  less_stranded_stock: down('stranded_volume', percentOf('stock_volume', 4)),
  less_cover: down('stock_quantity', percentOf('stock_quantity', 0)),
  more_cover: (steps, of) => ({
    stock_quantity: of.stock_quantity + steps * percentOf('stock_quantity', 0)(of),
  }),
}

type Sums = Record<AggregateName, number>

/** The world after these steps, computed by hand. */
export function movedByHand(world: World, steps: Partial<Record<LeverName, number>>): World {
  const { aggregates } = world.input
  const sums = new Proxy({} as Sums, { get: (_, name) => Number(aggregates[name as AggregateName] ?? 0) })
  const changed: Aggregates = { ...aggregates }
  for (const [lever, count] of Object.entries(steps))
    for (const [fact, value] of Object.entries(count > 0 ? MOVES[lever as LeverName](count, sums) : {}))
      changed[fact as AggregateName] = plain(value)
  return { ...world, input: { ...world.input, aggregates: changed } }
}

/** A sum of at most four decimals as text, without what doubles make of it. */
const plain = (value: number) => value.toFixed(4)
