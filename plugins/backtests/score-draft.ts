import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { APPEAL_DECIDED, COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import type { PreviousScore } from '../../src/domain/scores/renew-trends.ts'
import { isScoringUnderWay } from '../../src/domain/sellers/deletion-queries.ts'
import { plainly } from '../../src/domain/words/plainly.ts'
import type { Feed } from '../../src/feeds/feed.ts'
import { aggregateFacts, changedFeeds, renewSums } from '../../src/feeds/sums-queries.ts'
import type { Database, Sql } from '../../src/platform/database/database.ts'
import { readScoreInputs } from '../../src/runs/score-inputs.ts'
import { readForJob } from '../../src/runs/seller-queries.ts'
import { type Decimals, decimalsOfCurrency } from '../../src/scoring/currency.ts'
import { changeRules } from '../../src/scoring/draft-rules.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { parse, sum, toMoney } from '../../src/scoring/rational.ts'
import type { RuleRecord, RuleSet } from '../../src/scoring/rules.ts'
import { explainMetrics, type MeasuredSeller, measureSeller, scoreMeasured } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { tierSentence } from '../../src/scoring/sentences.ts'
import { evaluateSurcharges } from '../../src/scoring/surcharge-rules.ts'
import type { MonthBatch } from './jobs.ts'
import type { Untouched } from './scores.ts'

/** Sellers that are scored at a time: other work of the process gets its turn in between. */
const CHUNK_SELLERS = 50

interface SideScore {
  total: number
  tier: string
  rank: number
  rated: boolean
  /** the latest earlier rated total of this side */
  previous: number | null
  /** decimal text */
  surcharges: string
  /** why a score that comes into another tier has this one and not the next one up: a sentence */
  why: string | null
}

export interface BacktestScore {
  seller_id: number
  am_id: number | null
  orders: number
  stored_differs: boolean
  before: SideScore
  after: SideScore
  /** why no calculation reaches the score */
  untouched?: Untouched | null
}

type StoredScore = Pick<SideScore, 'total' | 'tier' | 'rank' | 'rated'> & {
  untouched: Untouched | null
}

/**
 * Scores the sellers of a part that have a stored score of its month, under the rules before and after the change. Both
 * sides of a score that no calculation reaches are the stored one.
 */
export async function scoreDraft(
  { db, feeds, env }: Pick<FastifyInstance, 'db' | 'feeds' | 'env'>,
  part: MonthBatch,
  signal: AbortSignal,
): Promise<BacktestScore[]> {
  const changed = changeRules(part.rules, part.changes)
  const sellers = await readInTurn(db, signal, (tx) => readSellers(tx, part, changed, feeds))
  const [before, after] = [sideOf(part.rules, env.CURRENCY), sideOf(changed, env.CURRENCY)]
  const scores: BacktestScore[] = []
  for (const [i, { stored, inputs, ...context }] of sellers.entries()) {
    if (i % CHUNK_SELLERS === 0) await setImmediate()
    const { untouched, ...kept } = stored
    const sides = [scoreSide(before, inputs.before), scoreSide(after, inputs.after)] as const
    const changesTier = !untouched && sides[0].side.tier !== sides[1].side.tier
    const [one, other] = sides.map(({ side, explanation }) => ({
      ...side,
      why: changesTier ? plainly(tierSentence(explanation)) : null,
      ...(untouched && { ...kept, surcharges: NO_SURCHARGES }),
    })) as [SideScore, SideScore]
    const stored_differs = !untouched && sides[0].side.total !== stored.total
    scores.push({ ...context, untouched, stored_differs, before: one, after: other })
  }
  return scores
}

/** The previous score of a side is its own of an earlier month, or the stored one of a month not in the backtest. */
async function readSellers(tx: Sql, part: MonthBatch, changed: RuleSet, feeds: readonly Feed[]) {
  const { from, month, rules } = part
  const stored = await storedScores(tx, part.seller_ids, month.period)
  const ids = [...stored.keys()]
  const facts = await aggregateFacts(tx, ids, month, rules, feeds)
  const asked = { sellers: ids, month, rules: changed }
  const factsAfter = await renewSums(tx, asked, facts, changedFeeds(rules, changed, month, feeds))
  const own = await previousInside(tx, part, ids)
  const sellers = await readScoreInputs(tx, ids, month, { facts, feeds_in_use: month.feeds, before: from })
  return sellers.map(({ seller_id, am_id, input }) => {
    const previous = own.get(seller_id)
    return {
      ...{ seller_id, am_id },
      orders: Number(input.aggregates.orders ?? 0),
      stored: stored.get(seller_id) as StoredScore,
      inputs: {
        before: { ...input, previous: previous?.before ?? input.previous },
        after: {
          ...input,
          feeds_in_use: month.feeds_after ?? month.feeds,
          aggregates: factsAfter.get(seller_id) ?? {},
          previous: previous?.after ?? input.previous,
        },
      },
    }
  })
}

/** The stored scores that count, and whether a calculation would reach them. */
async function storedScores(db: Sql, sellers: number[], period: string): Promise<Map<number, StoredScore>> {
  const rows = await db.rows<StoredScore & { seller_id: number }>(
    `select m.seller_id, m.total_sos as total, m.tier_name as tier, m.tier_rank as rank, m.is_rated as rated,
            case when ${APPEAL_DECIDED} then 'appeal'
                 when s.status <> 'active' then 'inactive' end as untouched
     from ${COUNTED_SCORES} m join sellers s on s.id = m.seller_id
     where m.seller_id = any($1::int[]) and m.period = $2 order by m.seller_id`,
    [sellers, period],
  )
  return new Map(rows.map(({ seller_id, ...score }) => [seller_id, score]))
}

/** Those of each side within the backtest, where it has one; the stored one of a month that the backtest has not. */
async function previousInside(db: Sql, { backtest_id, from, month }: MonthBatch, sellers: number[]) {
  const latest = (side: 'before' | 'after') => `
    (array_agg(jsonb_build_object('period', period, 'total_sos', ${side}_total) order by period desc)
       filter (where ${side}_rated))[1] as ${side}`
  const rows = await db.rows<{ seller_id: number } & Record<'before' | 'after', PreviousScore | null>>(
    `select seller_id, ${latest('before')}, ${latest('after')}
     from (select seller_id, period, before_total, before_rated, after_total, after_rated from backtest_scores
           where backtest_id = $1 and seller_id = any($2::int[]) and period < $3
           union all
           select seller_id, period, total_sos, is_rated, total_sos, is_rated from monthly_scores m
           where seller_id = any($2::int[]) and period >= $4 and period < $3 and not exists (
             select from backtest_scores b
             where b.backtest_id = $1 and b.seller_id = m.seller_id and b.period = m.period)) earlier
     group by seller_id`,
    [backtest_id, sellers, month.period, from],
  )
  return new Map(rows.map(({ seller_id, ...previous }) => [seller_id, previous]))
}

/** Writes what a month of a batch came to. */
export const writeScores = (tx: Sql, backtest_id: number, period: string, scores: BacktestScore[]) =>
  tx.run(
    'insert into backtest_scores select * from json_populate_recordset(null::backtest_scores, $1::json)',
    [
      JSON.stringify(
        scores.map(({ before, after, ...score }) => ({
          ...{ backtest_id, period, ...score },
          ...columnsOf('before', before),
          ...columnsOf('after', after),
        })),
      ),
    ],
  )

const columnsOf = (side: 'before' | 'after', score: SideScore) =>
  Object.fromEntries(Object.entries(score).map(([name, value]) => [`${side}_${name}`, value]))

const sideOf = (rules: RuleSet, currency: string | undefined) => ({
  rules: prepareRules(rules),
  surcharges: rules.surcharge,
  decimals: decimalsOfCurrency(currency),
})
type Side = ReturnType<typeof sideOf>

/** Scores a seller's month by one side; nothing of its explanation is kept but why a score that changes its tier has it. */
function scoreSide({ rules, surcharges, decimals }: Side, input: ScoreInput) {
  const measured = measureSeller(rules, input)
  const { total_sos, tier, is_rated, is_grace_period, explanation } = scoreMeasured(rules, measured)
  const side: Omit<SideScore, 'why'> = {
    total: total_sos,
    ...{ tier: tier.name, rank: tier.rank, rated: is_rated },
    previous: input.previous && Number(input.previous.total_sos),
    surcharges: is_grace_period ? NO_SURCHARGES : surchargesOf(surcharges, measured, decimals),
  }
  return { side, explanation }
}

const NO_SURCHARGES = '0'

/** All that the rules bring a seller outside grace: each surcharge is rounded, as when it is made. */
function surchargesOf(
  rules: RuleRecord<'surcharge'>[],
  measured: MeasuredSeller,
  decimals: Decimals,
): string {
  const metrics = explainMetrics(onlyWith(measured, rules))
  const due = evaluateSurcharges(rules, { metrics, is_grace_period: false }, decimals)
  return toMoney(sum(due.map(({ amount }) => parse(amount))), decimals)
}

/** The metrics alone that rules look at: to explain all of them would cost as much as a score. */
const onlyWith = (measured: MeasuredSeller, rules: RuleRecord<'surcharge'>[]): MeasuredSeller => ({
  ...measured,
  components: measured.components.map(({ prepared, measurements }) => ({
    prepared,
    measurements: measurements.filter(({ rule }) => rules.some(({ metric }) => metric === rule.metric.name)),
  })),
})

/** The longest that a part waits for scores that are calculated, so that the backtest ends all the same. */
const MOST_MS = 30_000
const PAUSE_MS = 250

/** Waits while scores are calculated, until a time of `performance.now()` at the most: they go first. */
export async function giveWay(db: Sql, signal: AbortSignal, until = performance.now() + MOST_MS) {
  while (performance.now() < until && (await isScoringUnderWay(db)))
    await delay(PAUSE_MS, undefined, { signal })
}

/**
 * Reads at one instant when no scores are calculated. It asks again on the connection of bulk work that it got, for a
 * calculation may have begun while it waited for one, and gives that back rather than reading.
 */
export async function readInTurn<T>(
  db: Database,
  signal: AbortSignal,
  read: (tx: Sql) => Promise<T>,
): Promise<T> {
  const until = performance.now() + MOST_MS
  for (;;) {
    await giveWay(db, signal, until)
    const found = await readForJob(db, async (tx) => {
      if (performance.now() < until && (await isScoringUnderWay(tx))) return undefined
      return { read: await read(tx) }
    })
    if (found) return found.read
  }
}
