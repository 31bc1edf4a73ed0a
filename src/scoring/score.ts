import { exceptionsInForce } from './adjustments.ts'
import { readAggregates } from './aggregates.ts'
import { applyExceptions, excludedBy } from './apply-exceptions.ts'
import { combine, impute } from './combine.ts'
import type { Explanation, MetricExplanation } from './explanation.ts'
import { graceOf } from './grace.ts'
import { type Measurement, measure } from './measure.ts'
import { forContract, type PreparedRules, reference } from './prepare-rules.ts'
import { round } from './rational.ts'
import { inputHash, type RecordsOfContract, type ScoreInput } from './score-input.ts'
import { type ScoreResult, summarize } from './score-result.ts'
import { type Unrated, unratedBecause } from './unrated.ts'

/** `unrated` says why a score is not rated. */
export type Score = ScoreResult & {
  is_grace_period: boolean
  unrated: Unrated | null
  explanation: Explanation
}

/**
 * Scores one seller for one period. The same rules and input give the same score, byte for byte, whatever the order
 * of records and exceptions. Everything is computed unrounded and rounded once, half away from zero.
 * @throws RangeError when an aggregate or the previous total is not a decimal number
 */
export function scoreSeller(rules: PreparedRules, input: ScoreInput): Score {
  const { seller, period, feeds_in_use: feeds } = input
  const chosen = {
    weights: forContract(rules.weights, seller.contract_type),
    grace: forContract(rules.grace, seller.contract_type),
  }
  const exceptions = exceptionsInForce(input.exceptions, period)
  const facts = readAggregates(input.aggregates, input.elapsed_days)
  const measured = rules.components.map((prepared) => ({
    prepared,
    measurements: prepared.metrics.map((rule) => measure(rule, facts, feeds)),
  }))

  const combined = combine(measured, chosen.weights, feeds, excludedBy(exceptions))
  const adjusted = applyExceptions(impute(combined), exceptions)
  const previous = input.previous && Number(input.previous.total_sos)
  const { result, components, tier } = summarize(rules.tiers, adjusted.components, adjusted.total, previous)
  const grace = graceOf(seller.contract_start_date ?? seller.created_on, chosen.grace.record.days, period)

  const explanation = {
    total: { before: round(adjusted.sum, 6), after: round(adjusted.total, 6) },
    components,
    metrics: measured.flatMap(({ measurements }) => measurements.map(explainMetric)),
    exceptions: adjusted.log,
    tier,
    trend: { previous_period: input.previous?.period ?? null, ...result.trend },
    grace,
    records: recordsUsed(rules, chosen),
    input_hash: inputHash(rules, input, chosen, exceptions),
  }
  return {
    ...result,
    is_grace_period: grace.is_grace_period,
    unrated: unratedBecause(rules, explanation),
    explanation,
  }
}

const explainMetric = ({ rule, reading, value, points, na }: Measurement): MetricExplanation => ({
  metric: rule.metric.name,
  component: rule.metric.component,
  numerator: round(reading.numerator, 6),
  denominator: round(reading.denominator, 6),
  volume: round(reading.volume, 6),
  value: value && round(value, 6),
  points: points && round(points, 6),
  weight: rule.rule.weight,
  na,
})

const recordsUsed = (
  { shared }: PreparedRules,
  { weights, grace }: RecordsOfContract,
): Explanation['records'] => ({
  'score-weights': [reference(weights.record)],
  ...shared,
  'grace-period': [reference(grace.record)],
})
