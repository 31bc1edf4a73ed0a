import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireBegun, runningPeriod } from '../../src/domain/business-time.ts'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import { appealDecisions, engineMismatch, explainer, storedWorld } from '../../src/domain/scores/explainer.ts'
import { NUMBERS_OF_M } from '../../src/domain/scores/score-row.ts'
import { noSeller, sellerWithCode } from '../../src/domain/sellers/find-seller.ts'
import type { FactsAsked } from '../../src/feeds/feed.ts'
import { forecasts as forecastFeed } from '../../src/feeds/forecasts.ts'
import { payments as paymentFeed } from '../../src/feeds/payments.ts'
import { elapsedDays, monthUntilNow } from '../../src/feeds/scored-month.ts'
import { addUp, aggregateFacts, findFeedsInUse, knownOrders } from '../../src/feeds/sums-queries.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { clientDisconnected } from '../../src/platform/http/connections/client-disconnected.ts'
import { invalidField, notFound } from '../../src/platform/http/errors/problems.ts'
import { readScoreInputs } from '../../src/runs/score-inputs.ts'
import { readAtOneInstant } from '../../src/runs/seller-queries.ts'
import { lastDayOf } from '../../src/scoring/month.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { grownOrders } from '../../src/scoring/simulation/levers/pace.ts'
import { findOverdue } from './block.ts'
import type { WorldData } from './tasks/world-data.ts'

/** as_is: what has happened. pace: the month's end at the pace so far. */
export const BASES = ['as_is', 'pace'] as const
type BasisName = (typeof BASES)[number]

/** What `before` is, for people: a number of the month's end is taken for another one easily. */
export const STARTS_FROM = {
  stored: 'The score of the month, which is over.',
  as_is: 'The score if the month ended now.',
  pace: 'The score at the month’s end if the rest of the month goes as it began. It is not the projection, which also learns from earlier months and other sellers.',
} as const

/** A seller's world as a thread gets it, what answers say of it, and what is owed past its due date. */
export type AskedWorld = Awaited<ReturnType<typeof readWorld>>

interface Asked {
  period?: string | undefined
  /** Without it: pace for the running month, as_is for one that is over. */
  basis?: BasisName | undefined
}

/**
 * Reads the world of a seller in the caller's scope: of a month that is over from what was kept with its score, so that
 * the score stands before any change, and of the running one from the facts as they are now. Both take slots, so that
 * many questions leave the others their time: facts are summed up in those of all sums, and what was kept is scored
 * again in those of large lists.
 * @throws 400 for a month to come, and for the pace of one that is over, 404 without a score of it, and 409 when other
 * code has computed that
 */
export async function readWorld(
  request: FastifyRequest & { params: { seller_code: string } },
  reply: FastifyReply,
  { period: asked, basis }: Asked,
) {
  const { server: app, params } = request
  const { id: seller_id, seller_code } = await sellerWithCode(request, params.seller_code)
  const running = runningPeriod(app)
  const period = asked ?? running
  const named = { seller_id, seller_code, period }
  requireBegun(app, period)
  if (period < running && basis === 'pace')
    throw invalidField(`basis pace is for the running month; ${period} is over, so use as_is.`)
  const gone = clientDisconnected(reply)
  if (period < running) {
    const free = await app.rowSlots.take(gone)
    return { ...named, ...(await readStored(app.db, named).finally(free)) }
  }
  const free = await app.sumSlots.take(gone)
  const live = await readLive(app, named, basis !== 'as_is').finally(free)
  const start = basis ?? 'pace'
  return { ...named, from: 'live' as const, basis: start, starts_from: STARTS_FROM[start], ...live }
}

async function readStored(db: Sql, { seller_id, seller_code, period }: Named) {
  const stored = await findStored(db, seller_id, period)
  if (!stored) throw notFound('score_not_found', `${seller_code} has no score of ${period}.`)
  const known = stored.run_id === null ? undefined : await explainer(db).rulesOf(stored.run_id)
  const world = known && storedWorld(known.prepared, stored)
  if (!world) throw engineMismatch({ seller_code, period })
  const { input, appeals } = world
  const data: WorldData = { input, appeals, rules: known.rules, end: null }
  const { as_of } = stored
  return {
    ...({ from: 'stored', as_of, basis: 'as_is', starts_from: STARTS_FROM.stored } as const),
    ...{ data, overdue: null },
  }
}

interface Named {
  seller_id: number
  seller_code: string
  period: string
}

/** A score's numbers and what is kept of it; the run is null where nothing is. */
type StoredScore = Parameters<typeof storedWorld>[1] & { run_id: number | null; as_of: string }

const findStored = (db: Sql, sellerId: number, period: string) =>
  db.row<StoredScore>(
    `select ${NUMBERS_OF_M}, e.inputs, e.explanation, r.id as run_id, r.as_of
     from monthly_scores m
       left join score_explanations e using (seller_id, period, revision)
       left join scoring_runs r on r.id = e.run_id
     where m.seller_id = $1 and m.period = $2`,
    [sellerId, period],
    'simulated-score',
  )

/** What a run that started now would read, of one instant. @throws 404 when the seller was deleted meanwhile */
const readLive = (
  { db, env, feeds }: FastifyInstance,
  { seller_id: seller, seller_code, period }: Named,
  wantsEnd: boolean,
) =>
  db.transaction(async (tx) => {
    await readAtOneInstant(tx)
    const month = await monthUntilNow(tx, period, env.BUSINESS_TIMEZONE)
    const rules = await scoringRulesOf(tx, period)
    const feeds_in_use = await findFeedsInUse(tx, { month, rules }, feeds)
    const facts = await aggregateFacts(tx, [seller], month, rules, feeds)
    const [read] = await readScoreInputs(tx, [seller], month, { facts, feeds_in_use })
    if (!read) throw noSeller(seller_code)
    const appeals = (await appealDecisions(tx, [seller], period)).get(seller) ?? []
    const { input } = read
    const end = wantsEnd ? await readEnd(tx, { sellers: [seller], month, rules }, input) : null
    const { as_of_date: today } = month
    const overdue = await findOverdue(tx, seller, today, end ? lastDayOf(period) : today)
    const data: WorldData = { input, appeals, rules, end }
    return { as_of: month.as_of, data, overdue }
  })

/** What the facts so far don't tell of the month's end: invoices that fall due until then, and grown forecasts. */
async function readEnd(tx: Sql, asked: FactsAsked & { sellers: number[] }, input: ScoreInput) {
  const { month, sellers } = asked
  const as_of_date = lastDayOf(month.period)
  const days = elapsedDays({ period: month.period, as_of_date })
  const [payments] = await addUp(tx, paymentFeed, { ...asked, month: { ...month, as_of_date } })
  const grown = knownOrders(sellers, () => grownOrders(input, days))
  const [forecasts] = await addUp(tx, forecastFeed, asked, grown)
  return { days, payments: sums(payments), forecasts: sums(forecasts) }
}

function sums<Row extends { seller_id: number }>(row: Row | undefined) {
  const { seller_id: _, ...rest } = row ?? ({} as Row)
  return rest
}
