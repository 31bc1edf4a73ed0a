import type { ReadException, ScoreException } from './adjustments.ts'
import { type Aggregates, normalAggregates } from './aggregates.ts'
import { sortKeys } from './canonical-json.ts'
import { type Chosen, forContract, type PreparedRules, type Weights } from './prepare-rules.ts'
import type { FeedsInUse } from './scored-feeds.ts'

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
  /** the seller's latest earlier rated score */
  previous: { period: string; total_sos: number | string } | null
}

/** The records that were chosen for the seller's contract type. */
export type RecordsOfContract = { weights: Weights; grace: Chosen<'grace-period'> }

/**
 * All that the score depends on as canonical JSON, records by their own sha256, which is taken once per run. The keys
 * stand here in order, because sorting them for every seller takes time.
 */
export function inputJson(
  rules: PreparedRules,
  { aggregates, elapsed_days, feeds_in_use, period, previous, seller }: ScoreInput,
  { weights, grace }: RecordsOfContract,
  exceptions: readonly ReadException[],
): string {
  return JSON.stringify({
    aggregates: normalAggregates(aggregates),
    elapsed_days,
    exceptions: exceptions.map(({ exception }) => ({
      adjustment_rule: exception.adjustment_rule,
      effective_from: exception.effective_from,
      effective_to: exception.effective_to,
      exception_type: exception.exception_type,
      id: exception.id,
      reason: exception.reason,
      score_component_affected: exception.score_component_affected,
    })),
    feeds_in_use: feedsNamed(feeds_in_use),
    period,
    previous: previous && { period: previous.period, total_sos: Number(previous.total_sos) },
    records: { grace: grace.sha256, shared: rules.shared_sha256, weights: weights.sha256 },
    seller: {
      contract_start_date: seller.contract_start_date,
      contract_type: seller.contract_type,
      created_on: seller.created_on,
      seller_code: seller.seller_code,
    },
  })
}

/** The first five are named always, each that releases have added since where it is in use. Their names are in order. */
function feedsNamed(feeds: FeedsInUse): object {
  const { forecasts, inventory, orders, payments, tickets, ...added } = feeds
  const first = { forecasts, inventory, orders, payments, tickets }
  const inUse = Object.entries(added).filter(([, isInUse]) => isInUse)
  return inUse.length === 0 ? first : (sortKeys({ ...first, ...Object.fromEntries(inUse) }) as object)
}

/**
 * The input that kept inputs stand for. With the rules of the run that kept them it gives the same score, byte for byte.
 * @throws RangeError when the rules are others
 */
export function readInputs(rules: PreparedRules, inputs: string): ScoreInput {
  const { records, ...input } = JSON.parse(inputs) as KeptInput
  const { contract_type } = input.seller
  if (
    records.shared !== rules.shared_sha256 ||
    records.weights !== forContract(rules.weights, contract_type).sha256 ||
    records.grace !== forContract(rules.grace, contract_type).sha256
  )
    throw new RangeError('the rules are not those that the score was made with')
  return input
}

/** The input that kept inputs stand for, to be scored under other rules than those of the run that kept them. */
export function readInputsAlone(inputs: string): ScoreInput {
  const { records: _, ...input } = JSON.parse(inputs) as KeptInput
  return input
}

/** What is kept: the input, and the sha256 of the records that the score was made with. */
type KeptInput = ScoreInput & { records: { grace: string; shared: string; weights: string } }
