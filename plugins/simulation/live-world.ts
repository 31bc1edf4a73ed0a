import type { FastifyInstance } from 'fastify'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import { appealDecisions } from '../../src/domain/scores/explainer.ts'
import type { Feed } from '../../src/feeds/feed.ts'
import { forecasts as forecastFeed } from '../../src/feeds/forecasts.ts'
import { payments as paymentFeed } from '../../src/feeds/payments.ts'
import { elapsedDays, monthUntilNow, type ScoredMonth } from '../../src/feeds/scored-month.ts'
import { addUp, aggregateFacts, findFeedsInUse, knownOrders } from '../../src/feeds/sums-queries.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { readScoreInputs } from '../../src/runs/score-inputs.ts'
import { readAtOneInstant } from '../../src/runs/seller-queries.ts'
import { lastDayOf } from '../../src/scoring/month.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { grownOrders, type MonthEnd } from '../../src/scoring/simulation/levers/pace.ts'
import type { World } from '../../src/scoring/simulation/world.ts'
import { findOverdue } from './queries.ts'

/**
 * The world of a seller's score in the running month, as of now: what a run that started now would read, active seller
 * or not, and what appeals have decided of the month's score. All of it is of one instant, and nothing is written.
 */
export const readLive = (
  { db, feeds }: Pick<FastifyInstance, 'db' | 'feeds'>,
  { seller, period, time_zone }: { seller: number; period: string; time_zone: string },
  wantsEnd: boolean,
) =>
  db.transaction(async (tx) => {
    await readAtOneInstant(tx)
    const month = await monthUntilNow(tx, period, time_zone)
    const rules = await scoringRulesOf(tx, period)
    const world = await readWorld(tx, seller, month, rules, feeds)
    const end = wantsEnd ? await readEnd(tx, seller, month, rules, world) : null
    const { as_of_date: today } = month
    const overdue = await findOverdue(tx, seller, today, end ? lastDayOf(period) : today)
    return { as_of: month.as_of, rules, world, end, overdue }
  })

async function readWorld(
  tx: Sql,
  id: number,
  month: ScoredMonth,
  rules: ScoringRules,
  feeds: readonly Feed[],
): Promise<World> {
  const feeds_in_use = await findFeedsInUse(tx, month, feeds)
  const facts = await aggregateFacts(tx, [id], month, rules, feeds)
  const [seller] = await readScoreInputs(tx, [id], month, { facts, feeds_in_use })
  const decisions = await appealDecisions(tx, [id], month.period)
  return {
    rules: prepareRules(rules),
    input: seller?.input as ScoreInput,
    appeals: decisions.get(id) ?? [],
  }
}

/** What the facts so far don't tell of the month's end: invoices that fall due until then, and grown forecasts. */
async function readEnd(
  tx: Sql,
  id: number,
  month: ScoredMonth,
  rules: ScoringRules,
  world: World,
): Promise<MonthEnd> {
  const as_of_date = lastDayOf(month.period)
  const days = elapsedDays({ period: month.period, as_of_date })
  const sellers = [id]
  const [payments] = await addUp(tx, paymentFeed, { sellers, month: { ...month, as_of_date }, rules })
  const grown = knownOrders(sellers, () => grownOrders(world, days))
  const [forecasts] = await addUp(tx, forecastFeed, { sellers, month, rules }, grown)
  return { days, payments: sums(payments), forecasts: sums(forecasts) }
}

/** The sums of a seller; nothing where it has no facts. */
function sums<Row extends { seller_id: number }>(row: Row | undefined) {
  const { seller_id: _, ...rest } = row ?? ({} as Row)
  return rest
}
