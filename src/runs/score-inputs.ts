import { previousScores } from '../domain/scores/previous-score.ts'
import { elapsedDays, type ScoredMonth } from '../feeds/scored-month.ts'
import type { Sql } from '../platform/database/database.ts'
import type { Aggregates } from '../scoring/aggregates.ts'
import type { ScoreInput } from '../scoring/score-input.ts'
import type { FeedsInUse } from '../scoring/scored-feeds.ts'
import { exceptionsOf, sellersOf } from './seller-queries.ts'

/** The inputs of a score, and the seller's state in that month. */
export interface SellerInput {
  seller_id: number
  am_id: number | null
  warehouse_id: number | null
  before_contract: boolean
  input: ScoreInput
}

/** The values of a month that are read before its sellers. */
interface Known {
  /** the sums of its facts, by seller */
  facts: Map<number, Aggregates>
  feeds_in_use: FeedsInUse
  /** The month that the previous score is before: the scored one, unless given. */
  before?: string
}

/**
 * What the scores of a set of sellers are made of, active or not, in the order of their ids; one that is gone is left
 * out. The caller's transaction makes it of one instant (readAtOneInstant).
 */
export async function readScoreInputs(
  tx: Sql,
  sellers: number[],
  month: ScoredMonth,
  { facts, feeds_in_use, before = month.period }: Known,
): Promise<SellerInput[]> {
  const exceptions = await exceptionsOf(tx, sellers, month.period)
  const previous = await previousScores(tx, sellers, before)
  const rows = await sellersOf(tx, sellers, month)
  return rows.map(({ id, am_id, warehouse_id, before_contract, ...seller }) => ({
    ...{ seller_id: id, am_id, warehouse_id, before_contract },
    input: {
      seller,
      period: month.period,
      aggregates: facts.get(id) ?? {},
      feeds_in_use,
      elapsed_days: elapsedDays(month),
      exceptions: exceptions.get(id) ?? [],
      previous: previous.get(id) ?? null,
    },
  }))
}
