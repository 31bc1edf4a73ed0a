import type { AppealExplanation, Explanation, MetricExplanation } from './explanation.ts'
import { metricNamed } from './metrics.ts'

/** Why a metric has no value; null when it has one. */
export function naSentence(
  { metric: name, na, volume }: MetricExplanation,
  minVolume: number,
): string | null {
  const metric = metricNamed(name)
  if (na === null) return null
  if (na === 'zero_denominator') return 'There is nothing to divide by.'
  if (na === 'below_min_volume')
    return `It needs at least ${minVolume} ${metric?.counts ?? ''} and there ${volume === 1 ? 'was' : 'were'} ${volume}.`
  return `It reads ${metric?.reads.join(' and ')}, and not all of that was in use in the month.`
}

/** Why a score has its tier and not the next one up. */
export function tierSentence({ tier, components }: Pick<Explanation, 'tier' | 'components'>): string {
  const { name, next } = tier
  if (!tier.is_rated)
    return `${name}: the components with data carry ${tier.weight_with_data} of the ${tier.weight_in_use} points of weight in use, less than 60 %.`
  if (!next) return `${name} is the highest tier.`
  const total = `the total lacks ${next.points_missing} to the ${next.min_score} of ${next.name}`
  const floors = next.components_below.map(
    (component) =>
      `${component} (${components[component].raw}) is below the ${next.min_component_score} that ${next.name} asks of every component`,
  )
  return `${name}: ${[...(next.points_missing > 0 ? [total] : []), ...floors].join('; ')}.`
}

/** What an approved appeal made of a score; `follows` when the total that moved had been decided before. */
export function appealSentence(appeal: Omit<AppealExplanation, 'sentence'>, follows: boolean): string {
  const { component, raw_before, raw_after, raw_given, had_data, total_given } = appeal
  const totals = `from ${appeal.total_before} to ${appeal.total_after}`
  const raw = raw_given ? `set its raw from ${raw_before} to ${raw_after}` : `left its raw at ${raw_before}`
  const data = raw_given && !had_data ? ', which makes it a component with data' : ''
  const total = total_given
    ? ` The total was decided and not computed: it went ${totals}.`
    : ` The total ${follows ? 'of an earlier decision moved along,' : 'was computed anew and went'} ${totals}.`
  return `An appeal of ${component} ${raw}${data}.${total}`
}
