import { exceptionsInForce } from './adjustments.ts'
import { readAggregates } from './aggregates.ts'
import { applyExceptions, excludedBy, weightedScore } from './apply-exceptions.ts'
import { type ComponentState, combine } from './combine.ts'
import type { Component } from './components.ts'
import type { ComponentExplanation, Explanation, MetricExplanation } from './explanation.ts'
import { graceOf } from './grace.ts'
import { type Measurement, measure } from './measure.ts'
import { forContract, type PreparedRules, reference } from './prepare-rules.ts'
import { compare, divide, HUNDRED, multiply, type Rational, round, subtract } from './rational.ts'
import { inputHash, type RecordsOfContract, type ScoreInput } from './score-input.ts'
import { decideTier } from './tier.ts'
import { type Trend, trendOf } from './trend.ts'

export type Score = {
  total_sos: number
  is_rated: boolean
  tier: { id: number; name: string; rank: number; color: string; benefits: string }
  components: Record<Component, { raw: number; weighted: number }>
  trend: Trend
  top_opportunity: Component
  is_grace_period: boolean
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
  const adjusted = applyExceptions(combined, exceptions)
  const total_sos = round(adjusted.total, 2)
  const components = perComponent(adjusted.components, explainComponent)
  const { tier, decision } = decideTier(rules.tiers, { total: total_sos, components })
  const trend = trendOf(total_sos, input.previous && Number(input.previous.total_sos))
  const grace = graceOf(seller.contract_start_date ?? seller.created_on, chosen.grace.record.days, period)

  return {
    total_sos,
    is_rated: decision.is_rated,
    tier: { id: tier.id, name: tier.name, rank: tier.rank, color: tier.color, benefits: tier.benefits },
    components: perComponent(adjusted.components, (state) => ({
      raw: components[state.component].raw,
      weighted: components[state.component].weighted,
    })),
    trend,
    top_opportunity: topOpportunity(adjusted.components),
    is_grace_period: grace.is_grace_period,
    explanation: {
      total: { before: round(adjusted.sum, 6), after: round(adjusted.total, 6) },
      components,
      metrics: measured.flatMap(({ measurements }) => measurements.map(explainMetric)),
      exceptions: adjusted.log,
      tier: decision,
      trend: { previous_period: input.previous?.period ?? null, ...trend },
      grace,
      records: recordsUsed(rules, chosen),
      input_hash: inputHash(rules, input, chosen, exceptions),
    },
  }
}

/**
 * The component with data that loses the most of the total, weight × (100 − raw); the first among equals, and the
 * first of all when none has data, because callers are promised a name.
 */
function topOpportunity(states: readonly ComponentState[]): Component {
  let [top, most]: [Component, Rational | null] = ['p_score', null]
  for (const state of states) {
    if (!state.has_data) continue
    const lost = pointsLost(state)
    if (most === null || compare(lost, most) > 0) [top, most] = [state.component, lost]
  }
  return top
}

const pointsLost = ({ raw, weight }: ComponentState): Rational =>
  divide(multiply(weight, subtract(HUNDRED, raw)), HUNDRED)

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

const explainComponent = (state: ComponentState): ComponentExplanation => ({
  raw: round(state.raw, 2),
  weighted: round(weightedScore(state), 2),
  weight: round(state.weight, 6),
  in_use: state.in_use,
  has_data: state.has_data,
  imputed: state.imputed,
  data_weight_percent: round(state.data_weight, 6),
  measured: state.measured && round(state.measured, 6),
  unrounded: round(state.raw, 6),
  points_lost: round(pointsLost(state), 6),
})

const perComponent = <T>(states: readonly ComponentState[], show: (state: ComponentState) => T) =>
  Object.fromEntries(states.map((state) => [state.component, show(state)])) as Record<Component, T>

const recordsUsed = (
  { shared }: PreparedRules,
  { weights, grace }: RecordsOfContract,
): Explanation['records'] => ({
  'score-weights': [reference(weights.record)],
  ...shared,
  'grace-period': [reference(grace.record)],
})
