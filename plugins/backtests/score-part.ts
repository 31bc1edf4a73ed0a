import { setImmediate } from 'node:timers/promises'
import { aggregateFacts } from '../../src/domain/metrics/aggregate.ts'
import { aggregateAgain, feedsAgain } from '../../src/domain/metrics/aggregate-again.ts'
import { elapsedDays } from '../../src/domain/metrics/scored-month.ts'
import { exceptionsOf, previousScores, sellersOf } from '../../src/domain/metrics/seller-queries.ts'
import type { Database, Sql } from '../../src/platform/database/database.ts'
import { changeRules } from '../../src/scoring/draft-rules.ts'
import type { RuleSet } from '../../src/scoring/rules.ts'
import { readInTurn } from './give-way.ts'
import type { Part } from './part-queries.ts'
import { type BacktestScore, ownPrevious, storedTotals } from './score-queries.ts'
import { scoreSide, sideOf } from './side.ts'

/** Sellers that are scored at a time: other work of the process gets its turn in between. */
const CHUNK_SELLERS = 50

/** Scores the sellers of a part that have a stored score of its month, under the rules before and after the change. */
export async function scorePart(db: Database, part: Part, signal: AbortSignal): Promise<BacktestScore[]> {
  const changed = changeRules(part.rules, part.changes)
  const sellers = await readInTurn(db, signal, (tx) => readSellers(tx, part, changed))
  const [before, after] = [sideOf(part.rules), sideOf(changed)]
  const scores: BacktestScore[] = []
  for (const [i, { stored, common, own, ...context }] of sellers.entries()) {
    if (i % CHUNK_SELLERS === 0) await setImmediate()
    const score = scoreSide(before, common, own.before)
    scores.push({
      ...context,
      stored_differs: score.total !== stored,
      before: score,
      after: scoreSide(after, common, own.after),
    })
  }
  return scores
}

/** All that goes into both scores of each seller, as of one instant. */
async function readSellers(tx: Sql, part: Part, changed: RuleSet) {
  const { backtest_id, from, feeds, month, rules } = part
  const stored = await storedTotals(tx, part.seller_ids, month.period)
  const ids = [...stored.keys()]
  const facts = await aggregateFacts(tx, ids, month, rules)
  const again = { facts, again: feedsAgain(rules, changed) }
  const factsAfter = await aggregateAgain(tx, ids, month, changed, again)
  const exceptions = await exceptionsOf(tx, ids, month.period)
  const own = await ownPrevious(tx, backtest_id, ids, month.period)
  const first = await previousScores(tx, ids, from)
  const sellers = await sellersOf(tx, ids, month)
  return sellers.map(({ id, am_id, warehouse_id: _, ...seller }) => ({
    seller_id: id,
    am_id,
    orders: Number(facts.get(id)?.orders ?? 0),
    stored: stored.get(id),
    common: {
      seller,
      period: month.period,
      feeds_in_use: feeds,
      elapsed_days: elapsedDays(month),
      exceptions: exceptions.get(id) ?? [],
    },
    own: {
      before: { aggregates: facts.get(id) ?? {}, previous: own.get(id)?.before ?? first.get(id) ?? null },
      after: { aggregates: factsAfter.get(id) ?? {}, previous: own.get(id)?.after ?? first.get(id) ?? null },
    },
  }))
}
