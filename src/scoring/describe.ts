import { type Static, Type } from '@sinclair/typebox'
import { type Component, RULE_TYPE_OF } from './components.ts'
import { appealsOf, Explanation, MetricExplanation, TierExplanation } from './explanation.ts'
import { metricNamed } from './metrics.ts'
import { compare, divide, HUNDRED, multiply, parse, type Rational, round, subtract, sum } from './rational.ts'
import { MetricRule } from './rule-schemas.ts'
import type { Rule, ScoringRules } from './rules.ts'
import { naSentence, tierSentence } from './sentences.ts'

const text = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description })

const DescribedMetric = Type.Composite([
  MetricExplanation,
  Type.Pick(MetricRule, ['curve', 'min_volume', 'params']),
  Type.Object({
    formula: Type.String(),
    unit: Type.String({ description: 'percent, days or weeks' }),
    na_reason: text('Why the metric has no value; null when it has one'),
    points_lost: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description:
        'What it takes from the total before exceptions and appeals: component weight × share of the metrics with a value × (100 − points) ÷ 100; null when it has no part in the score',
    }),
  }),
])

/** An explanation with all texts: what the API answers with. Metrics are ranked by points lost. */
export const DescribedExplanation = Type.Composite([
  Type.Omit(Explanation, ['metrics', 'tier']),
  Type.Object({
    metrics: Type.Array(DescribedMetric),
    tier: Type.Composite([
      TierExplanation,
      Type.Object({ sentence: Type.String({ description: 'Why this tier and not the next' }) }),
    ]),
  }),
])
export type DescribedExplanation = Static<typeof DescribedExplanation>

/** Adds to a stored explanation what it leaves out, from the rules its score was made with. */
export function describeExplanation(explanation: Explanation, rules: ScoringRules): DescribedExplanation {
  const ranked = explanation.metrics
    .map((metric) => ({ metric, lost: pointsLost(metric, explanation) }))
    .sort((a, b) => byLoss(a.lost, b.lost))
  return {
    ...explanation,
    metrics: ranked.map(({ metric, lost }) => ({
      ...metric,
      ...describeMetric(metric, rules),
      points_lost: lost && round(lost, 6),
    })),
    tier: { ...explanation.tier, sentence: tierSentence(explanation) },
  }
}

function describeMetric(stored: MetricExplanation, rules: ScoringRules) {
  const records: readonly Rule<'p-score'>[] = rules[RULE_TYPE_OF[stored.component]]
  const rule = records.find(({ metric }) => metric === stored.metric)
  const metric = metricNamed(stored.metric)
  return {
    formula: metric?.formula ?? '',
    unit: metric?.unit ?? '',
    curve: rule?.curve ?? [],
    min_volume: rule?.min_volume ?? 0,
    params: { ...metric?.params, ...rule?.params },
    na_reason: naSentence(stored, rule?.min_volume ?? 0),
  }
}

/** Null for a metric without a value, or of a component whose raw was never made of its metrics. */
function pointsLost(metric: MetricExplanation, explanation: Explanation): Rational | null {
  const { metrics, components } = explanation
  const component = components[metric.component]
  if (metric.points === null || !component.has_data || hasDataByAppeal(metric.component, explanation))
    return null
  const fellows = metrics.filter((other) => other.component === metric.component && other.points !== null)
  const share = divide(parse(metric.weight), sum(fellows.map(({ weight }) => parse(weight))))
  const missing = divide(subtract(HUNDRED, parse(metric.points)), HUNDRED)
  return multiply(multiply(parse(component.weight), share), missing)
}

const hasDataByAppeal = (component: Component, explanation: Explanation): boolean =>
  appealsOf(explanation).some(
    (appeal) => appeal.component === component && appeal.raw_given && !appeal.had_data,
  )

/** Most lost first, those without a part last; equals keep the order of the documentation. */
function byLoss(a: Rational | null, b: Rational | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compare(b, a)
}
