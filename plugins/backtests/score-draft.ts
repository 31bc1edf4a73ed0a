import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { aggregateFacts, changedFeeds, renewSums } from '../../src/feeds/aggregate.ts'
import type { Feed } from '../../src/feeds/feed.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { readScoreInputs } from '../../src/runs/score-inputs.ts'
import { changeRules } from '../../src/scoring/draft-rules.ts'
import type { RuleSet } from '../../src/scoring/rules.ts'
import { readInTurn } from './give-way.ts'
import type { MonthBatch } from './jobs.ts'
import {
  type BacktestScore,
  ownPrevious,
  type SideScore,
  type StoredScore,
  storedScores,
} from './score-queries.ts'
import { NO_SURCHARGES, type ScoredSide, scoreSide, sideOf } from './side.ts'

/** Sellers that are scored at a time: other work of the process gets its turn in between. */
const CHUNK_SELLERS = 50

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
