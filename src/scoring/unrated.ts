import { COMPONENTS, type Component } from './components.ts'
import type { Explanation, MetricExplanation } from './explanation.ts'
import { leastVolume } from './measure.ts'
import { metricNamed } from './metrics.ts'
import type { PreparedRules } from './prepare-rules.ts'

/** Why a score is unrated, as a clause without a full stop, and the metric that lacks data where it is one. */
export type Unrated = { reason: string; metric: string | null }

/**
 * What keeps a score unrated: what the heaviest component in use without data lacks, which is its heaviest metric
 * without a value; the first among equals. Null for a rated score.
 */
export function unratedBecause(rules: PreparedRules, explanation: Explanation): Unrated | null {
  if (explanation.tier.is_rated) return null
  const { components, metrics } = explanation
  const inUse = COMPONENTS.filter((name) => components[name].in_use)
  if (inUse.length === 0) return { reason: 'no feed is in use in the month', metric: null }
  const component = heaviest(
    inUse.filter((name) => !components[name].has_data),
    (name) => components[name].weight,
  )
  if (!component) return { reason: 'the components in use carry no weight', metric: null }
  if (isExcluded(component, explanation))
    return { reason: `${component} is excluded by an exception`, metric: null }
  const missing = heaviest(
    metrics.filter((metric) => metric.component === component && metric.na !== null),
    ({ weight }) => weight,
  )
  if (!missing) return { reason: `${component} has too little data`, metric: null }
  return { reason: lack(missing, rules), metric: missing.metric }
}

function lack({ metric: name, component, na }: MetricExplanation, rules: PreparedRules): string {
  const metric = metricNamed(name)
  if (na === 'zero_denominator') return `${name} has nothing to divide by`
  if (na === 'feed_not_in_use') return `${name} reads ${metric?.reads.join(' and ')}, not all in use`
  const prepared = rules.components.find((one) => one.component === component)
  const rule = prepared?.metrics.find((one) => one.metric.name === name)?.rule
  const asked = `${name} asks for ${leastVolume(rule?.min_volume ?? 0)} ${metric?.counts ?? ''}`
  return na === 'left_out' ? `${asked}, without those left out as not the seller's fault` : asked
}

const isExcluded = (component: Component, { exceptions }: Explanation) =>
  exceptions.some(
    ({ applies, target, rule }) =>
      applies && target === component && (rule as { op?: unknown } | null)?.op === 'exclude',
  )

function heaviest<T>(items: readonly T[], weightOf: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (most, item) => (most === undefined || weightOf(item) > weightOf(most) ? item : most),
    undefined,
  )
}
