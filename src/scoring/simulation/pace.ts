import { type AggregateName, type Aggregates, readAggregates } from '../aggregates.ts'
import { parse, type Rational, subtract } from '../rational.ts'
import { decimalsOf, toUnits, unitsText } from './decimal-units.ts'
import type { Open } from './path-answer.ts'
import type { World } from './world.ts'

/** What the sums of the facts so far don't tell of the month's end. */
export type MonthEnd = {
  /** Days of the whole month */
  days: number
  /** `aggregatePayments` with the month's last day as as_of_date: as if nothing more were paid */
  payments: Pick<Aggregates, 'invoices' | 'invoiced_amount' | 'amount_days_late' | 'unpaid_amount'>
  /** `aggregateForecasts` as of now, with `grownOrders` in place of the orders so far */
  forecasts: Pick<
    Aggregates,
    'forecast_rows' | 'forecast_total' | 'actual_total' | 'absolute_error' | 'lateness_days'
  >
}

/** What comes day by day. A seller's stock is what its last snapshot says. */
const GROWING = [
  'orders',
  'seller_cancelled',
  'ready_on_time',
  'ready_due',
  'error_free',
  'units_ordered',
  'tickets',
  'seller_ticket_weight',
  'replied_in_time',
  'reply_due',
  'overdue_tickets',
] as const satisfies AggregateName[]

/** The orders of the whole month at the pace so far, which forecasts are compared with. */
export const grownOrders = ({ input }: World, days: number): number =>
  Number(grown(parse(input.aggregates.orders ?? 0), days, input.elapsed_days))

/**
 * The world of the running month as it ends at the pace so far, and how much each lever may still move: nothing of what
 * has happened. Hand both to `cheapestPath` (`open`) and `sensitivity`.
 * @throws RangeError when an aggregate is not a decimal number
 */
export function atPace(world: World, { days, payments, forecasts }: MonthEnd): { world: World; open: Open } {
  const { aggregates: soFar, elapsed_days } = world.input
  const aggregates: Aggregates = { ...soFar, ...payments, ...forecasts }
  for (const name of GROWING) aggregates[name] = grown(parse(soFar[name] ?? 0), days, elapsed_days)
  return {
    world: { ...world, input: { ...world.input, aggregates, elapsed_days: Math.max(days, elapsed_days) } },
    open: openOf(soFar, aggregates),
  }
}

/** A count × days ÷ days so far, rounded half up to the decimals that it has. */
function grown(count: Rational, days: number, soFar: number): string {
  const decimals = decimalsOf(count)
  const [all, past] = [BigInt(Math.max(days, soFar, 1)), BigInt(Math.max(soFar, 1))]
  return unitsText((toUnits(count, decimals) * all * 2n + past) / (past * 2n), decimals)
}

/**
 * Of what comes day by day a lever moves the bad ones expected among those to come; of payments what paying today saves,
 * which are the days from now to the month's end. Forecasts are in. The rest is open all the way.
 */
function openOf(soFar: Aggregates, end: Aggregates): Open {
  const [now, then] = [readAggregates(soFar, 1), readAggregates(end, 1)]
  const toCome = (bad: (facts: typeof now) => Rational) => positive(subtract(bad(then), bad(now)))
  const short = (part: AggregateName, of: AggregateName) =>
    toCome((facts) => subtract(facts[of], facts[part]))
  return {
    closer_forecast: '0',
    earlier_forecast: '0',
    fewer_cancellations: toCome((facts) => facts.seller_cancelled),
    more_on_time: short('ready_on_time', 'ready_due'),
    cleaner_orders: short('error_free', 'orders'),
    fewer_tickets: toCome((facts) => facts.seller_ticket_weight),
    faster_replies: short('replied_in_time', 'reply_due'),
    faster_resolutions: toCome((facts) => facts.overdue_tickets),
    earlier_payment: toCome((facts) => facts.amount_days_late),
  }
}

function positive(value: Rational): string {
  const decimals = decimalsOf(value)
  return value.n <= 0n ? '0' : unitsText(toUnits(value, decimals), decimals)
}
