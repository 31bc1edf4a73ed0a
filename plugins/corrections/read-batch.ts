import type { FastifyInstance } from 'fastify'
import { type FinalScore, finalScores, keptInput } from '../../src/domain/scores/final-scores.ts'
import { aggregateFacts } from '../../src/feeds/aggregate.ts'
import type { Feed } from '../../src/feeds/feed.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { readScoreInputs } from '../../src/runs/score-inputs.ts'
import { readForJob } from '../../src/runs/seller-queries.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import type { Batch } from './batch-queries.ts'

/** A final score, and what it is computed from again. */
export interface Recomputation {
  before: FinalScore
  input: ScoreInput
}

/** Reads what the final scores of a batch are computed from again, all as of one instant. */
export const readBatch = (
  { db, feeds }: Pick<FastifyInstance, 'db' | 'feeds'>,
  batch: Batch,
): Promise<Recomputation[]> => readForJob(db, (tx) => readSellers(tx, batch, feeds))

/**
 * Facts, feeds and exceptions are today's. The seller and its previous total are those that the score was made with: a
 * contract that has changed since, or a correction of the month before, is no mistake of this month.
 */
async function readSellers(
  db: Sql,
  { seller_ids, month, feeds: feeds_in_use, rules }: Batch,
  feeds: readonly Feed[],
): Promise<Recomputation[]> {
  const scores = await finalScores(db, seller_ids, month.period)
  const ids = scores.map(({ seller_id }) => seller_id)
  const facts = await aggregateFacts(db, ids, month, rules, feeds)
  const sellers = await readScoreInputs(db, ids, month, { facts, feeds_in_use })
  const inputOf = new Map(sellers.map(({ seller_id, input }) => [seller_id, input]))
  return scores.flatMap((before) => {
    const today = inputOf.get(before.seller_id)
    if (!today) return []
    const { seller, previous } = keptInput(before) ?? today
    return [{ before, input: { ...today, seller, previous } }]
  })
}
