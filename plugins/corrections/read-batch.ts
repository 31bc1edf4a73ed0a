import { aggregateFacts } from '../../src/domain/metrics/aggregate.ts'
import { elapsedDays } from '../../src/domain/metrics/scored-month.ts'
import {
  exceptionsOf,
  previousScores,
  readAtOneInstant,
  sellersOf,
} from '../../src/domain/metrics/seller-queries.ts'
import { type FinalScore, finalScores } from '../../src/domain/scores/final-scores.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/bounds.ts'
import type { Database, Sql } from '../../src/platform/database/database.ts'
import { readInputsAlone, type ScoreInput } from '../../src/scoring/score-input.ts'
import type { Batch } from './batch-queries.ts'

/** A final score, and what it is computed from again. */
export interface Again {
  before: FinalScore
  input: ScoreInput
}

/** Reads what the final scores of a batch are computed from again, all as of one instant. */
export const readBatch = (db: Database, batch: Batch): Promise<Again[]> =>
  db.bulkTransaction(async (tx) => {
    await readAtOneInstant(tx)
    return readSellers(tx, batch)
  }, JOB_TRANSACTION)

/**
 * Facts, feeds and exceptions are today's. The seller and its previous total are those that the score was made with: a
 * contract that has changed since, or a correction of the month before, is no mistake of this month.
 */
async function readSellers(db: Sql, { seller_ids, month, feeds, rules }: Batch): Promise<Again[]> {
  const scores = await finalScores(db, seller_ids, month.period)
  const ids = scores.map(({ seller_id }) => seller_id)
  const facts = await aggregateFacts(db, ids, month, rules)
  const exceptions = await exceptionsOf(db, ids, month.period)
  const previous = await previousScores(db, ids, month.period)
  const sellers = new Map((await sellersOf(db, ids, month)).map((seller) => [seller.id, seller]))
  return scores.flatMap((before) => {
    const { seller_id: id } = before
    const known = sellers.get(id)
    if (!known) return []
    const { seller_code, contract_type, contract_start_date, created_on } = known
    const today = {
      seller: { seller_code, contract_type, contract_start_date, created_on },
      previous: previous.get(id) ?? null,
    }
    const input = {
      ...(keptOf(before) ?? today),
      period: month.period,
      aggregates: facts.get(id) ?? {},
      feeds_in_use: feeds,
      elapsed_days: elapsedDays(month),
      exceptions: exceptions.get(id) ?? [],
    }
    return [{ before, input }]
  })
}

/** What other code has kept may have any shape. */
function keptOf({ inputs }: FinalScore): Pick<ScoreInput, 'seller' | 'previous'> | undefined {
  if (inputs === null) return undefined
  try {
    const { seller, previous } = readInputsAlone(inputs)
    return { seller, previous }
  } catch {
    return undefined
  }
}
