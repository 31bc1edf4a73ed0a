import type { Explanation, MetricExplanation } from './explanation.ts'
import { leastVolume } from './measure.ts'
import { metricNamed } from './metrics.ts'

/** Why a metric has no value; null when it has one. */
export function naSentence(
  { metric: name, na, volume }: MetricExplanation,
  minVolume: number,
): string | null {
  const metric = metricNamed(name)
  if (na === null) return null
  if (na === 'left_out')
    return `It needs at least ${leastVolume(minVolume)} ${metric?.counts ?? ''}, and without those left out as not the seller's fault there ${volume === 1 ? 'was' : 'were'} ${volume}.`
  if (na === 'zero_denominator') return 'There was nothing to count.'
  if (na === 'below_min_volume')
    return `It needs at least ${leastVolume(minVolume)} ${metric?.counts ?? ''} and there ${volume === 1 ? 'was' : 'were'} ${volume}.`
  return `It needs facts of ${metric?.reads.join(' and ')}, and some of these are missing for all sellers.`
}

/** Why a score has its tier and not the next one up. */
export function tierSentence({ tier, components }: Pick<Explanation, 'tier' | 'components'>): string {
  const { name, next } = tier
  if (!tier.is_rated)
    return `${name}: only ${tier.weight_with_data} of the ${tier.weight_in_use} points of weight have enough data, and a rating needs 60 %.`
  if (!next) return `${name} is the highest tier.`
  const total = `${next.points_missing} points short of the ${next.min_score} of ${next.name}`
  const floors = next.components_below.map(
    (component) =>
      `${component} (${components[component].raw}) is below the ${next.min_component_score} that ${next.name} needs in every component`,
  )
  return `${name}: ${[...(next.points_missing > 0 ? [total] : []), ...floors].join('; ')}.`
}
