import type { FastifyInstance } from 'fastify'
import { scoringRulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { appealDecisions } from '../../../src/domain/scores/explainer.ts'
import { forecasts as forecastFeed } from '../../../src/feeds/forecasts.ts'
import { inventory } from '../../../src/feeds/inventory.ts'
import { payments as paymentFeed } from '../../../src/feeds/payments.ts'
import { elapsedDays, monthUntilNow, type ScoredMonth } from '../../../src/feeds/scored-month.ts'
import { addUp, aggregateFacts, findFeedsInUse, knownOrders } from '../../../src/feeds/sums-queries.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { readScoreInputs } from '../../../src/runs/score-inputs.ts'
import { DAILY_FEEDS } from '../../../src/scoring/daily-feeds.ts'
import { nothingPast } from '../../../src/scoring/projection/days.ts'
import type { ProjectedSeller } from '../tasks/project-task.ts'
import { delaysOf, openInvoices } from './invoices.ts'
import { baseForecasts, readPasts, readTimes } from './months.ts'
import type { Population } from './population.ts'

type SharedInputs = Awaited<ReturnType<typeof readShared>>

/** What the projections of a month share. The population is found in its own time, before this transaction. */
export async function readShared(
  tx: Sql,
  { env, feeds }: FastifyInstance,
  period: string,
  population: Population,
) {
  const month = await monthUntilNow(tx, period, env.BUSINESS_TIMEZONE)
  const times = await readTimes(tx, month)
  return { month, times, rules: await scoringRulesOf(tx, period), population, feeds }
}

/** All that the projections of a set of sellers are made of, read at one instant; a seller that is gone is left out. */
export async function readProjected(tx: Sql, sellers: number[], shared: SharedInputs) {
  const { month, times, rules, population, feeds } = shared
  const { left, last_day } = times
  const feeds_in_use = await feedsAtEnd(tx, shared)
  const facts = await aggregateFacts(tx, sellers, month, rules, feeds)
  const inputs = await readScoreInputs(tx, sellers, month, { facts, feeds_in_use })
  const decisions = await appealDecisions(tx, sellers, month.period)
  const pasts = await readPasts(tx, sellers, times, rules)
  const stocks = left > 0 ? await earlierStocks(tx, sellers, shared) : new Map()
  const ordersOf = (seller: number) => Math.max(Number(facts.get(seller)?.orders ?? 0), 1)
  const compared = knownOrders(sellers, ordersOf)
  const forecasts = bySeller(await addUp(tx, forecastFeed, { sellers, month, rules }, compared))
  const bases = await baseForecasts(tx, sellers, month)
  const payments = bySeller(
    await addUp(tx, paymentFeed, { sellers, month: { ...month, as_of_date: last_day }, rules }),
  )
  const open =
    left > 0 ? await openInvoices(tx, sellers, { as_of_date: month.as_of_date, last_day }) : new Map()
  const delays = await delaysOf(tx, sellers, month)
  const elapsed_days = elapsedDays({ period: month.period, as_of_date: last_day })
  const projected = new Map<number, ProjectedSeller>()
  for (const { seller_id: seller, input } of inputs)
    projected.set(seller, {
      world: { input: { ...input, elapsed_days }, appeals: decisions.get(seller) ?? [] },
      day: month.as_of_date,
      time: { elapsed: times.elapsed, left },
      past: pasts.get(seller) ?? nothingPast(),
      population: population.past,
      ...(!input.aggregates.stock_rows && stocks.has(seller) && { stock: stocks.get(seller) }),
      forecasts: {
        base: bases.get(seller) ?? 0,
        orders: ordersOf(seller),
        sums: forecasts.get(seller) ?? {},
      },
      payments: {
        at_end: payments.get(seller) ?? {},
        open: open.get(seller) ?? [],
        own: delays.get(seller) ?? [],
        population: population.delays,
      },
    })
  return projected
}

/**
 * The feeds that will be in use when the month ends: those in use so far and, while some of it is left, those of the
 * month before, because a month begins without snapshots and what comes day by day.
 */
async function feedsAtEnd(tx: Sql, { month, times, rules, population, feeds }: SharedInputs) {
  const now = await findFeedsInUse(tx, { month: { ...month, as_of_date: times.last_day }, rules }, feeds)
  if (times.left <= 0) return now
  const later = [...DAILY_FEEDS, 'inventory'] as const
  const before = population.feeds_before
  return { ...now, ...Object.fromEntries(later.map((feed) => [feed, Boolean(now[feed] || before[feed])])) }
}

/** The last snapshot of the month before, which stands until one of this month comes. */
const earlierStocks = async (tx: Sql, sellers: number[], { times, rules }: SharedInputs) =>
  bySeller(await addUp(tx, inventory, { sellers, month: times.past[0] as ScoredMonth, rules }))

const bySeller = <Row extends { seller_id: number }>(rows: Row[]) =>
  new Map(rows.map(({ seller_id, ...sums }) => [seller_id, sums]))
