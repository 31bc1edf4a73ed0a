import type { FastifyInstance } from 'fastify'
import { takeUnnamed, type Unnamed } from '../../../src/feeds/faults.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import { aggregateFacts } from '../../../src/feeds/sums-queries.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { readScoreInputs } from '../../../src/runs/score-inputs.ts'
import { readForJob } from '../../../src/runs/seller-queries.ts'
import type { Aggregates } from '../../../src/scoring/aggregates.ts'
import type { ScoreInput } from '../../../src/scoring/score-input.ts'
import { keptSums } from './kept-sums.ts'
import type { ScoredSeller } from './score-queries.ts'
import type { Batch } from './scoring-batch.ts'

/** A seller of a batch: the inputs of its score, and the seller's state, which is kept with it. */
export interface BatchSeller {
  context: Omit<ScoredSeller, 'score' | 'unnamed'>
  input: ScoreInput
  unnamed: ScoredSeller['unnamed']
}

/**
 * Reads what the scores of a batch's sellers are made of. Facts that are pushed meanwhile are in all of a seller's
 * numbers or in none: the sums that the run has kept are of one instant, and so are those that are read again.
 */
export const readBatch = (
  { db, feeds }: Pick<FastifyInstance, 'db' | 'feeds'>,
  batch: Batch,
): Promise<BatchSeller[]> => readForJob(db, (tx) => readSellers(tx, batch, feeds))

async function readSellers(
  db: Sql,
  { seller_ids, run, month }: Batch,
  feeds: readonly Feed[],
): Promise<BatchSeller[]> {
  const facts =
    (await keptFacts(db, seller_ids, run)) ?? (await aggregateFacts(db, seller_ids, month, run.rules, feeds))
  const { feeds_in_use } = run
  const unnamed = new Map<number, Unnamed | null>()
  for (const [seller, sums] of facts) unnamed.set(seller, takeUnnamed(sums))
  const sellers = await readScoreInputs(db, seller_ids, month, { facts, feeds_in_use })
  return sellers.map(({ input, ...seller }) => ({
    context: {
      ...seller,
      orders: Number(input.aggregates.orders ?? 0),
      previous_rated: input.previous !== null || null,
    },
    input,
    unnamed: unnamed.get(seller.seller_id) ?? null,
  }))
}

/** The sums that the run has kept for these sellers, or undefined: a crash loses them, and old runs kept none. */
async function keptFacts(db: Sql, sellers: number[], { id: run_id, transaction }: Batch['run']) {
  const kept = transaction === null ? undefined : await keptSums(db, { run_id, transaction }, sellers)
  if (!kept) return undefined
  const facts = new Map<number, Aggregates>(sellers.map((seller) => [seller, {}]))
  for (const { seller_id, ...sums } of kept) Object.assign(facts.get(seller_id) ?? {}, sums)
  return facts
}
