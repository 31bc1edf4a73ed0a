import { findFeedsInUse } from '../../../src/domain/metrics/feeds-in-use-queries.ts'
import { aggregateForecasts } from '../../../src/domain/metrics/forecasts-queries.ts'
import { aggregateInventory } from '../../../src/domain/metrics/inventory-queries.ts'
import { readLiveInputs } from '../../../src/domain/metrics/live-inputs.ts'
import { aggregatePayments } from '../../../src/domain/metrics/payments-queries.ts'
import { paramsOf } from '../../../src/domain/metrics/rule-params.ts'
import { elapsedDays, type ScoredMonth } from '../../../src/domain/metrics/scored-month.ts'
import { appealDecisions } from '../../../src/domain/scores/appeal-decisions.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { FeedsInUse } from '../../../src/scoring/components.ts'
import { lastDayOf } from '../../../src/scoring/month.ts'
import type { ForecastOutlook } from '../../../src/scoring/projection/forecasts.ts'
import { nothingPast } from '../../../src/scoring/projection/past.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import type { ProjectedSeller } from '../tasks/project-task.ts'
import { baseForecasts } from './forecasts-queries.ts'
import { readPasts } from './pasts.ts'
import { delaysOf, openInvoices } from './payments-queries.ts'
import type { Population } from './population.ts'
import type { Times } from './times.ts'

/** A month to project, and what is the same of all sellers. */
export interface Outset {
  month: ScoredMonth
  times: Times
  rules: ScoringRules
  population: Population
}

/** All that the projections of a set of sellers are made of, read at one instant; a seller that is gone is left out. */
export async function readProjected(
  tx: Sql,
  sellers: number[],
  { month, times, rules, population }: Outset,
): Promise<Map<number, ProjectedSeller>> {
  const { left, last_day } = times
  const feeds_in_use = await feedsAtEnd(tx, month, times, population)
  const inputs = await readLiveInputs(tx, sellers, month, { rules, feeds_in_use })
  const decisions = await appealDecisions(tx, sellers, month.period)
  const pasts = await readPasts(tx, sellers, month, { past: times.past, rules })
  const stocks = left > 0 ? await earlierStocks(tx, sellers, month, times, rules) : new Map()
  const orders = sellers.map((seller) => Math.max(Number(inputs.get(seller)?.aggregates.orders ?? 0), 1))
  const forecasts = await readForecasts(tx, sellers, orders, month, rules)
  const payments = bySeller(await aggregatePayments(tx, sellers, { ...month, as_of_date: last_day }))
  const open =
    left > 0 ? await openInvoices(tx, sellers, { as_of_date: month.as_of_date, last_day }) : new Map()
  const delays = await delaysOf(tx, sellers, month)
  const elapsed_days = elapsedDays({ period: month.period, as_of_date: last_day })
  const projected = new Map<number, ProjectedSeller>()
  for (const [seller, input] of inputs)
    projected.set(seller, {
      world: { input: { ...input, elapsed_days }, appeals: decisions.get(seller) ?? [] },
      as_of: month.as_of,
      time: { elapsed: times.elapsed, left },
      past: pasts.get(seller) ?? nothingPast(),
      population: population.past,
      ...(!input.aggregates.stock_rows && stocks.has(seller) && { stock: stocks.get(seller) }),
      forecasts: forecasts(seller),
      payments: {
        at_end: payments.get(seller) ?? {},
        open: open.get(seller) ?? [],
        own: delays.get(seller) ?? new Map(),
        population: population.delays,
      },
    })
  return projected
}

/**
 * The feeds that will be in use when the month ends: those in use so far and, while some of it is left, those of the month
 * before, because a month begins without orders, tickets and snapshots.
 */
async function feedsAtEnd(
  tx: Sql,
  month: ScoredMonth,
  { left, last_day }: Times,
  { feeds_before }: Population,
): Promise<FeedsInUse> {
  const now = await findFeedsInUse(tx, { ...month, as_of_date: last_day })
  if (left <= 0) return now
  const { orders, tickets, inventory } = feeds_before
  return {
    ...now,
    orders: now.orders || orders,
    tickets: now.tickets || tickets,
    inventory: now.inventory || inventory,
  }
}

/** The last snapshot of the month before, which stands until one of this month comes. */
async function earlierStocks(
  tx: Sql,
  sellers: number[],
  month: ScoredMonth,
  { past }: Times,
  rules: ScoringRules,
) {
  const period = past[0]?.period
  if (!period) return new Map()
  const { age_days = 0 } = paramsOf(rules, 'aged_stock_share')
  const before = { ...month, period, as_of_date: lastDayOf(period) }
  return bySeller(await aggregateInventory(tx, sellers, before, age_days))
}

/** How the forecasts of each seller stand against its orders. */
async function readForecasts(
  tx: Sql,
  sellers: number[],
  orders: number[],
  month: ScoredMonth,
  rules: ScoringRules,
): Promise<(seller: number) => ForecastOutlook> {
  const { base_days = 0, campaign_days = 0 } = paramsOf(rules, 'forecast_lateness')
  const sums = bySeller(await aggregateForecasts(tx, sellers, orders, month, { base_days, campaign_days }))
  const bases = await baseForecasts(tx, sellers, month)
  const ordersOf = new Map(sellers.map((seller, n) => [seller, orders[n] ?? 1]))
  return (seller) => ({
    base: bases.get(seller) ?? 0,
    orders: ordersOf.get(seller) ?? 1,
    sums: sums.get(seller) ?? {},
  })
}

/** The sums of each seller, without its id. */
const bySeller = <Row extends { seller_id: number }>(rows: Row[]) =>
  new Map(rows.map(({ seller_id, ...sums }) => [seller_id, sums]))
