import type { ReadException, ScoreException } from './adjustments.ts'
import { type Aggregates, normalAggregates } from './aggregates.ts'
import { sha256 } from './canonical-json.ts'
import { FEEDS, type FeedsInUse } from './components.ts'
import type { Chosen, PreparedRules, Weights } from './prepare-rules.ts'

/** All that a score is made of, beside the rules. Dates YYYY-MM-DD, in the business time zone. */
export type ScoreInput = {
  seller: {
    seller_code: string
    contract_type: string | null
    contract_start_date: string | null
    created_on: string
  }
  period: string
  aggregates: Aggregates
  feeds_in_use: FeedsInUse
  /** days of the month up to as_of, that day included */
  elapsed_days: number
  /** the seller's active exceptions; those whose dates don't touch the month are left out here */
  exceptions: readonly ScoreException[]
  /** the seller's latest earlier score */
  previous: { period: string; total_sos: number | string } | null
}

/** The records that were chosen for the seller's contract type. */
export type RecordsOfContract = { weights: Weights; grace: Chosen<'grace-period'> }

/** sha256 of all that the score depends on; records go in by their own sha256, which is taken once per run. */
export const inputHash = (
  rules: PreparedRules,
  input: ScoreInput,
  { weights, grace }: RecordsOfContract,
  exceptions: readonly ReadException[],
) =>
  sha256({
    seller: {
      seller_code: input.seller.seller_code,
      contract_type: input.seller.contract_type,
      contract_start_date: input.seller.contract_start_date,
      created_on: input.seller.created_on,
    },
    period: input.period,
    aggregates: normalAggregates(input.aggregates),
    feeds_in_use: Object.fromEntries(FEEDS.map((feed) => [feed, input.feeds_in_use[feed]])),
    elapsed_days: input.elapsed_days,
    exceptions: exceptions.map(({ exception }) => exception),
    previous: input.previous && {
      period: input.previous.period,
      total_sos: Number(input.previous.total_sos),
    },
    records: { shared: rules.shared_sha256, weights: weights.sha256, grace: grace.sha256 },
  })
