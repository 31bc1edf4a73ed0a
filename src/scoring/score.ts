import { exceptionsInForce, type ReadException } from './adjustments.ts'
import { readAggregates } from './aggregates.ts'
import { applyExceptions, excludedBy } from './apply-exceptions.ts'
import { sha256 } from './canonical-json.ts'
import { combine, impute } from './combine.ts'
import type { Component } from './components.ts'
import type { Explanation, MetricExplanation } from './explanation.ts'
import { graceOf, isInGrace } from './grace.ts'
import { type Measurement, measure } from './measure.ts'
import { forContract, type PreparedComponent, type PreparedRules, reference } from './prepare-rules.ts'
import { round } from './rational.ts'
import { inputJson, type RecordsOfContract, type ScoreInput } from './score-input.ts'
import { type ScoreResult, summarize } from './score-result.ts'
import { type Unrated, unratedBecause } from './unrated.ts'

/** `unrated` says why a score is not rated. The explanation is made when it is asked for. */
export type Score = ScoreResult & {
  is_grace_period: boolean
  unrated: Unrated | null
  /** the components without enough data of their own */
  imputed: Component[]
  readonly explanation: Explanation
}

/** A score made of its seller's facts; `inputs` is the text whose sha256 is the explanation's `input_hash`. */
export type SellerScore = Score & { readonly inputs: string }

/** What the facts of a seller came to, before it becomes a score. */
export type MeasuredSeller = {
  input: ScoreInput
  chosen: RecordsOfContract
  exceptions: ReadException[]
  components: { prepared: PreparedComponent; measurements: Measurement[] }[]
}

/**
 * Scores one seller for one period. The same rules and input give the same score, byte for byte, whatever the order
 * of records and exceptions. Everything is computed unrounded and rounded once, half away from zero.
 * @throws RangeError when an aggregate or the previous total is not a decimal number
 */
export const scoreSeller = (rules: PreparedRules, input: ScoreInput): SellerScore =>
  scoreMeasured(rules, measureSeller(rules, input))

/** Reads all metrics of a seller. @throws RangeError when an aggregate is not a decimal number */
export function measureSeller(rules: PreparedRules, input: ScoreInput): MeasuredSeller {
  const { aggregates, elapsed_days, exceptions, feeds_in_use, period, seller } = input
  const facts = readAggregates(aggregates, elapsed_days)
  return {
    input,
    chosen: {
      weights: forContract(rules.weights, seller.contract_type),
      grace: forContract(rules.grace, seller.contract_type),
    },
    exceptions: exceptionsInForce(exceptions, period),
    components: rules.components.map((prepared) => ({
      prepared,
      measurements: prepared.metrics.map((rule) => measure(rule, facts, feeds_in_use)),
    })),
  }
}

/** Scores what was measured. Neither its explanation nor its inputs are made before they are asked for. */
export function scoreMeasured(rules: PreparedRules, measured: MeasuredSeller): SellerScore {
  const { input, chosen, exceptions, components } = measured
  const { seller, period } = input
  const combined = combine(components, chosen.weights, input.feeds_in_use, excludedBy(exceptions))
  const adjusted = applyExceptions(impute(combined), exceptions)
  const previous = input.previous && Number(input.previous.total_sos)
  const { result, explain } = summarize(rules.tiers, adjusted.components, adjusted.total, previous)
  const grace = [seller.contract_start_date ?? seller.created_on, chosen.grace.record.days, period] as const
  const inputs = once(() => inputJson(rules, input, chosen, exceptions))
  const explanation = once((): Explanation => {
    const decided = explain()
    return {
      total: { before: round(adjusted.sum, 6), after: round(adjusted.total, 6) },
      components: decided.components,
      metrics: explainMetrics(measured),
      exceptions: adjusted.log,
      tier: decided.tier,
      trend: { previous_period: input.previous?.period ?? null, ...result.trend },
      grace: graceOf(...grace),
      records: recordsUsed(rules, chosen),
      input_hash: sha256(inputs()),
    }
  })
  return {
    ...result,
    is_grace_period: isInGrace(...grace),
    unrated: result.is_rated ? null : unratedBecause(rules, explanation()),
    imputed: withoutData(adjusted.components),
    get explanation() {
      return explanation()
    },
    get inputs() {
      return inputs()
    },
  }
}

/** The components that have too little data. */
export const withoutData = (states: readonly { component: Component; has_data: boolean }[]): Component[] =>
  states.flatMap(({ component, has_data }) => (has_data ? [] : [component]))

/** Makes something when it is first asked for, and keeps it. */
function once<T extends NonNullable<unknown>>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** What an explanation says of the metrics of a seller. */
export const explainMetrics = ({ components }: MeasuredSeller): MetricExplanation[] =>
  components.flatMap(({ measurements }) => measurements.map(explainMetric))

const explainMetric = ({ rule, reading, left_out, value, points, na }: Measurement): MetricExplanation => ({
  metric: rule.metric.name,
  component: rule.metric.component,
  numerator: round(reading.numerator, 6),
  denominator: round(reading.denominator, 6),
  volume: round(reading.volume, 6),
  value: value && round(value, 6),
  points: points && round(points, 6),
  weight: rule.rule.weight,
  na,
  ...(left_out && { left_out }),
})

const recordsUsed = (
  { shared }: PreparedRules,
  { weights, grace }: RecordsOfContract,
): Explanation['records'] => ({
  'score-weights': [reference(weights.record)],
  ...shared,
  'grace-period': [reference(grace.record)],
})
