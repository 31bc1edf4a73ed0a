import { type AggregateName, type Aggregates, readAggregates, sumOf } from '../../aggregates.ts'
import { DAILY_SUMS } from '../../daily-feeds.ts'
import { countLeftOut, LEFT_OUT, REASONS, sumOfLeftOut } from '../../left-out.ts'
import { add, parse, type Rational, subtract, ZERO } from '../../rational.ts'
import type { Open } from '../cheapest-path/cheapest-path.ts'
import { decimalsOf, decimalText, toUnits, unitsText } from '../decimal-units.ts'
import type { World } from '../world.ts'
import { LEVER_NAMES, leverNamed } from './levers.ts'
import type { Way } from './movement.ts'

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

/** The orders of the whole month at the pace so far, which forecasts are compared with. */
export const grownOrders = ({ aggregates, elapsed_days }: World['input'], days: number): number =>
  Number(grown(parse(aggregates.orders ?? 0), days, elapsed_days))

/** A month's end, and how much each lever may still move: nothing of what has happened. */
export type AtPace = {
  world: World
  /** What can still get better than at the pace so far, for `cheapestPath` and `sensitivity` */
  open: Open
  /** What can still get worse than that */
  risk: Open
}

/** What comes day by day grows, stock stays as last counted. @throws RangeError when a sum is no decimal number */
export function atPace(world: World, { days, payments, forecasts }: MonthEnd): AtPace {
  const { aggregates: soFar, elapsed_days } = world.input
  const aggregates: Aggregates = { ...soFar, ...payments, ...forecasts }
  const atEnd = (count: Rational) => grown(count, days, elapsed_days)
  for (const name of DAILY_SUMS) aggregates[name] = atEnd(parse(sumOf(soFar, name)))
  Object.assign(aggregates, leftOutAtEnd(soFar, atEnd))
  return {
    world: { ...world, input: { ...world.input, aggregates, elapsed_days: days } },
    open: leftToMove('better', soFar, aggregates, days > elapsed_days),
    risk: leftToMove('worse', soFar, aggregates, days > elapsed_days),
  }
}

/**
 * The sums of what is left out, of which there are any: each what its own add to those before it, once grown. Those of
 * returns come on top of the returns that are judged, so that these grow as a whole, too.
 */
function leftOutAtEnd(soFar: Aggregates, atEnd: (count: Rational) => string): Aggregates {
  const ends: Aggregates = {}
  for (const what of Object.values(LEFT_OUT).flat()) {
    let count = what === 'return' ? parse(Number(soFar.returns ?? 0) - countLeftOut(soFar, what)) : ZERO
    for (const name of REASONS.map((reason) => sumOfLeftOut(what, reason) as AggregateName)) {
      if (!(name in soFar)) continue
      const before = parse(atEnd(count))
      count = add(count, parse(sumOf(soFar, name)))
      ends[name] = decimalText(subtract(parse(atEnd(count)), before))
    }
  }
  return ends
}

/** A count × days ÷ days so far, rounded half up to the decimals that it has. */
function grown(count: Rational, days: number, soFar: number): string {
  const decimals = decimalsOf(count)
  const [all, past] = [BigInt(days), BigInt(Math.max(soFar, 1))]
  return unitsText((toUnits(count, decimals) * all * 2n + past) / (past * 2n), decimals)
}

/**
 * Of what comes day by day a lever moves those expected among those to come: for the better the bad ones, the wrong way
 * the good ones; tickets have no whole, so they have no bound while days are left. Of payments it moves what paying
 * today saves, which are the days from now to the month's end; nothing more is paid there already, so they get no worse.
 * Forecasts are in. The rest, and the stock, is open all the way.
 */
function leftToMove(way: Way, soFar: Aggregates, end: Aggregates, daysLeft: boolean): Open {
  const toCome = toComeOf(soFar, end)
  const open: Open = {
    closer_forecast: '0',
    earlier_forecast: '0',
    ...(way === 'better'
      ? { earlier_payment: toCome('amount_days_late') }
      : { earlier_payment: '0', less_overdue: '0' }),
  }
  for (const name of LEVER_NAMES) {
    const { fact, way: good, atMost } = leverNamed(name)
    if (!DAILY_SUMS.some((sum) => sum === fact)) continue
    if ((way === 'better') === (good === 'down')) open[name] = toCome(fact)
    else if (atMost) open[name] = toCome(atMost, fact)
    else if (!daysLeft) open[name] = '0'
  }
  return open
}

/** How many of a fact, those of a part left out, are expected from now to the month's end. */
function toComeOf(soFar: Aggregates, end: Aggregates) {
  const [now, then] = [readAggregates(soFar, 1), readAggregates(end, 1)]
  return (of: AggregateName, without?: AggregateName): string => {
    const count = (facts: typeof now) => subtract(facts[of], without ? facts[without] : ZERO)
    const more = subtract(count(then), count(now))
    return more.n <= 0n ? '0' : decimalText(more)
  }
}
