import { type AggregateName, type Aggregates, normalAggregates, sumOf } from '../aggregates.ts'
import { measureSeller, scoreMeasured } from '../score.ts'
import { revised, type World } from '../simulation/world.ts'
import type { Tiers } from '../tier.ts'
import { type Added, dayDrawer, type Past, type Time } from './days.ts'
import { streamOf, type Uniform } from './distributions.ts'
import { type PaymentOutlook, paymentDrawer } from './payments.ts'

/** How many months are drawn. */
const DRAWS = 200

/** What the forecasts come to at the month's end, but for the orders that are still to come. */
type ForecastOutlook = {
  /** The forecast of the month without a campaign; 0 when there is none */
  base: number
  /** The orders that the sums were made with, at least 1 */
  orders: number
  /** `aggregateForecasts` with these orders */
  sums: Pick<
    Aggregates,
    'forecast_rows' | 'forecast_total' | 'actual_total' | 'absolute_error' | 'lateness_days'
  >
}

/** All that a projection is made of. */
export type Projected = {
  /** The facts so far, with the feeds and the elapsed days of the month's end */
  world: World
  /** YYYY-MM-DD in the business time zone */
  day: string
  time: Time
  past: Past
  population: Past
  /** The sums of the seller's stock that stand at the month's end; those so far without it */
  stock?: Aggregates
  forecasts: ForecastOutlook
  payments: PaymentOutlook
}

/**
 * Where a seller's running month may end: each draw is the facts so far, what becomes of what is open, and what is new,
 * scored by the engine as at the month's end. With nothing left of the month every draw is the score. The same facts on
 * the same day give the same draws.
 * @throws RangeError when an aggregate is not a decimal number
 */
export function project(projected: Projected, draws = DRAWS): Projection {
  const { world, day, time } = projected
  const { seller, period, aggregates } = world.input
  const uniform = streamOf(seller.seller_code, period, day, JSON.stringify(normalAggregates(aggregates)))
  const draw = monthDrawer(projected)
  const drawn = Array.from({ length: draws }, () =>
    scoreOf(world, time.left > 0 ? draw(uniform) : aggregates),
  )
  return summarizeDraws(world.rules.tiers, drawn)
}

/** A score without its explanation and its hash, unless an appeal has decided something of it. */
function scoreOf(world: World, aggregates: Aggregates): DrawnScore {
  const measured = measureSeller(world.rules, { ...world.input, aggregates })
  const { total_sos, tier, is_rated } = revised(world, scoreMeasured(world.rules, measured))
  return { total: total_sos, tier: tier.name, is_rated }
}

/** Draws the aggregates of a month's end. */
function monthDrawer({ world, time, past, population, stock, forecasts, payments }: Projected) {
  const soFar = normalAggregates(world.input.aggregates)
  const drawDays = dayDrawer(soFar, time, past, population)
  const drawPayments = paymentDrawer(payments)
  return (uniform: Uniform): Aggregates => {
    const added = drawDays(uniform)
    const orders = Number(sumOf(soFar, 'orders')) + added.orders
    return {
      ...soFar,
      ...sums(soFar, added),
      ...stock,
      ...(orders > 0 && forecastsAgainst(forecasts, orders)),
      ...drawPayments(uniform),
    }
  }
}

function sums(soFar: Aggregates, added: Added): Aggregates {
  const all: Aggregates = {}
  for (const [name, more] of Object.entries(added) as [AggregateName, number][]) {
    const now = sumOf(soFar, name)
    all[name] = more === 0 ? now : decimal(Number(now) + more)
  }
  return all
}

/** At most four decimals, as plain text. */
const decimal = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(4))

/** The forecasts of a month against so many orders, above 0. Those of campaigns stay as they are. */
function forecastsAgainst({ base, orders, sums }: ForecastOutlook, drawn: number): Aggregates {
  const change = Math.abs(base - drawn) - Math.abs(base - orders)
  return {
    ...sums,
    actual_total: plus(sums.actual_total, drawn - orders),
    absolute_error: plus(sums.absolute_error, change),
  }
}

const plus = (sum: Aggregates['actual_total'], more: number) => String(BigInt(sum ?? 0) + BigInt(more))

/** The score of one draw. */
type DrawnScore = { total: number; tier: string; is_rated: boolean }

export type Projection = {
  /** The mean total of the rated draws, or of all when none is rated; two decimals */
  expected_total: number
  /** At most one draw in ten is below, and one in ten above; what is expected lies between */
  low: number
  high: number
  /** All tiers, highest first, the unrated one last, which has no rank; the probabilities add up to 1 */
  tiers: { name: string; rank?: number; probability: number }[]
  draws: number
}

/** What draws of a month's end come to, for one at least. */
function summarizeDraws(tiers: Tiers, drawn: readonly DrawnScore[]): Projection {
  const rated = drawn.filter(({ is_rated }) => is_rated)
  const totals = (rated.length > 0 ? rated : drawn).map(({ total }) => total).sort((a, b) => a - b)
  const hundredths = totals.reduce((sum, total) => sum + Math.round(total * 100), 0)
  const share = (name: string) => drawn.filter(({ tier }) => tier === name).length / drawn.length
  const expected_total = Math.round(hundredths / totals.length) / 100
  return {
    expected_total,
    low: Math.min(quantile(totals, 0.1), expected_total),
    high: Math.max(quantile(totals, 0.9), expected_total),
    tiers: [
      ...tiers.rated.map(({ name, rank }) => ({ name, rank, probability: share(name) })),
      { name: tiers.unrated.name, probability: share(tiers.unrated.name) },
    ],
    draws: drawn.length,
  }
}

/** The total that this share of the totals, rounded up, does not pass (nearest rank). */
const quantile = (totals: readonly number[], share: number) =>
  totals[Math.max(Math.ceil(share * totals.length) - 1, 0)] ?? 0

/**
 * How likely a rated score comes out in a lower tier than that of a rank. A month without enough data is no lower tier.
 * Ranks are those of the projection: its tiers may be renamed since.
 */
export function chanceBelow({ tiers }: Pick<Projection, 'tiers'>, last: number) {
  const below = tiers.filter(({ rank = last }) => rank < last)
  return Math.round(below.reduce((sum, { probability }) => sum + probability, 0) * 1e6) / 1e6
}
