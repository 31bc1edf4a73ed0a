import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import type { PreviousScore } from '../../src/domain/scores/renew-trends.ts'
import type { Feed } from '../../src/feeds/feed.ts'
import { aggregateFacts, changedFeeds, renewSums } from '../../src/feeds/sums-queries.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { readScoreInputs } from '../../src/runs/score-inputs.ts'
import { changeRules } from '../../src/scoring/draft-rules.ts'
import type { RuleSet } from '../../src/scoring/rules.ts'
import { readInTurn } from './give-way.ts'
import type { MonthBatch } from './jobs.ts'
import type { Untouched } from './schemas.ts'
import { NO_SURCHARGES, type ScoredSide, type SideScore, scoreSide, sideOf } from './side.ts'

/** Sellers that are scored at a time: other work of the process gets its turn in between. */
const CHUNK_SELLERS = 50

/** A seller's month under both sets of rules. */
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

/** What is stored of a month's score. */
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
    const sides = { before: scoreSide(before, inputs.before), after: scoreSide(after, inputs.after) }
    const { untouched } = stored
    const changesTier = !untouched && sides.before.tier !== sides.after.tier
    const kept = ({ sayWhy, ...side }: ScoredSide): SideScore => ({
      ...side,
      why: changesTier ? sayWhy() : null,
      ...(untouched && keptOf(stored)),
    })
    scores.push({
      ...context,
      untouched,
      stored_differs: !untouched && sides.before.total !== stored.total,
      before: kept(sides.before),
      after: kept(sides.after),
    })
  }
  return scores
}

const keptOf = ({ untouched: _, ...score }: StoredScore) => ({ ...score, surcharges: NO_SURCHARGES })

/**
 * All that goes into both scores of each seller, as of one instant. The previous score of a side is its own of an
 * earlier month of the backtest, or else the stored one of before the backtest.
 */
async function readSellers(tx: Sql, part: MonthBatch, changed: RuleSet, feeds: readonly Feed[]) {
  const { backtest_id, from, month, rules } = part
  const stored = await storedScores(tx, part.seller_ids, month.period)
  const ids = [...stored.keys()]
  const facts = await aggregateFacts(tx, ids, month, rules, feeds)
  const asked = { sellers: ids, month, rules: changed }
  const factsAfter = await renewSums(tx, asked, facts, changedFeeds(rules, changed, month, feeds))
  const own = await ownPrevious(tx, backtest_id, ids, month.period)
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
          aggregates: factsAfter.get(seller_id) ?? {},
          previous: previous?.after ?? input.previous,
        },
      },
    }
  })
}

/**
 * The stored scores of those sellers that have one of the month that counts, and whether a calculation of it would
 * reach them.
 */
async function storedScores(db: Sql, sellers: number[], period: string): Promise<Map<number, StoredScore>> {
  const rows = await db.rows<StoredScore & { seller_id: number }>(
    `select m.seller_id, m.total_sos as total, m.tier_name as tier, m.tier_rank as rank, m.is_rated as rated,
            case when m.revision > 1 and exists (
                   select from score_revisions r
                   where r.seller_id = m.seller_id and r.period = m.period and r.appeal_id is not null) then 'appeal'
                 when s.status <> 'active' then 'inactive' end as untouched
     from ${COUNTED_SCORES} m join sellers s on s.id = m.seller_id
     where m.seller_id = any($1::int[]) and m.period = $2 order by m.seller_id`,
    [sellers, period],
  )
  return new Map(rows.map(({ seller_id, ...score }) => [seller_id, score]))
}

/** Each seller's latest rated total of each side in the months of the backtest before this one, where it has one. */
async function ownPrevious(db: Sql, backtest_id: number, sellers: number[], period: string) {
  const rows = await db.rows<{
    seller_id: number
    before: PreviousScore | null
    after: PreviousScore | null
  }>(
    `select s.seller_id, b.score as before, a.score as after
     from unnest($2::int[]) s(seller_id)
       left join lateral (
         select jsonb_build_object('period', period, 'total_sos', before_total) as score from backtest_scores
         where seller_id = s.seller_id and backtest_id = $1 and period < $3 and before_rated
         order by period desc limit 1) b on true
       left join lateral (
         select jsonb_build_object('period', period, 'total_sos', after_total) as score from backtest_scores
         where seller_id = s.seller_id and backtest_id = $1 and period < $3 and after_rated
         order by period desc limit 1) a on true`,
    [backtest_id, sellers, period],
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
