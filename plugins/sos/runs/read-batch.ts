import { aggregateFacts } from '../../../src/domain/metrics/aggregate.ts'
import { elapsedDays } from '../../../src/domain/metrics/scored-month.ts'
import {
  exceptionsOf,
  previousScores,
  readAtOneInstant,
  sellersOf,
} from '../../../src/domain/metrics/seller-queries.ts'
import { keptSums } from '../../../src/domain/metrics/sums.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import type { Database, Sql } from '../../../src/platform/database/database.ts'
import type { Aggregates } from '../../../src/scoring/aggregates.ts'
import type { ScoreInput } from '../../../src/scoring/score-input.ts'
import type { Batch } from './batch-queries.ts'
import type { ScoredSeller } from './score-queries.ts'

/** All that goes into one seller's score, and what is kept with it. */
export interface SellerInput {
  context: Omit<ScoredSeller, 'score'>
  input: ScoreInput
}

/**
 * Reads what the scores of a batch's sellers are made of. Facts that are pushed meanwhile are in all of a seller's
 * numbers or in none: the sums that the run has kept are of one instant, and so are those that are read again.
 */
export const readBatch = (db: Database, batch: Batch): Promise<SellerInput[]> =>
  db.bulkTransaction(async (tx) => {
    await readAtOneInstant(tx)
    return readSellers(tx, batch)
  }, JOB_TRANSACTION)

async function readSellers(db: Sql, { seller_ids, run, month }: Batch): Promise<SellerInput[]> {
  const facts =
    (await keptFacts(db, seller_ids, run)) ?? (await aggregateFacts(db, seller_ids, month, run.rules))
  const exceptions = await exceptionsOf(db, seller_ids, month.period)
  const previous = await previousScores(db, seller_ids, month.period)
  const sellers = await sellersOf(db, seller_ids, month)
  return sellers.map(({ id, am_id, warehouse_id, ...seller }) => ({
    context: {
      seller_id: id,
      am_id,
      warehouse_id,
      orders: Number(facts.get(id)?.orders ?? 0),
      previous_rated: previous.has(id) || null,
    },
    input: {
      seller,
      period: month.period,
      aggregates: facts.get(id) ?? {},
      feeds_in_use: run.feeds_in_use,
      elapsed_days: elapsedDays(month),
      exceptions: exceptions.get(id) ?? [],
      previous: previous.get(id) ?? null,
    },
  }))
}

/** The sums that the run has kept for these sellers, or undefined: a crash loses them, and old runs kept none. */
async function keptFacts(db: Sql, sellers: number[], { id: run_id, reading }: Batch['run']) {
  const kept = reading === null ? undefined : await keptSums(db, { run_id, reading }, sellers)
  if (!kept) return undefined
  const facts = new Map<number, Aggregates>(sellers.map((seller) => [seller, {}]))
  for (const { seller_id, ...sums } of kept) Object.assign(facts.get(seller_id) ?? {}, sums)
  return facts
}
