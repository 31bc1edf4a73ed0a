import { type Component, FEED_OF } from './components.ts'
import type { Measurement } from './measure.ts'
import type { PreparedComponent, Weights } from './prepare-rules.ts'
import { add, compare, divide, HUNDRED, multiply, type Rational, whole, ZERO } from './rational.ts'
import type { FeedsInUse } from './scored-feeds.ts'

/** Metrics that carry less of their component's weight than this many percent are too little data. */
const ENOUGH_METRIC_WEIGHT = whole(40n)

/** A component on its way to its raw score; all numbers unrounded. */
export type ComponentState = {
  component: Component
  weight: Rational
  in_use: boolean
  /** percent of the component's metric weight whose metrics have a value */
  data_weight: Rational
  /** mean of the points of these metrics; null when there are none */
  measured: Rational | null
  /** these metrics carry enough of the weight */
  sufficient: boolean
  /** sufficient, and not excluded by an exception */
  has_data: boolean
  imputed: boolean
  raw: Rational
}

/** A component with what its metrics brought. */
export type MeasuredComponent = {
  prepared: PreparedComponent
  measurements: readonly Pick<Measurement, 'rule' | 'points'>[]
}

/** Component raws from their metrics; the raw of one with too little data, or excluded by an exception, is 0. */
export function combine(
  components: readonly MeasuredComponent[],
  weights: Weights,
  feeds: FeedsInUse,
  excluded: ReadonlySet<Component>,
): ComponentState[] {
  return components.map(({ prepared, measurements }): ComponentState => {
    const { component, total_weight } = prepared
    const { mean, weight } = meanPoints(measurements)
    const data_weight = divide(multiply(weight, HUNDRED), total_weight)
    const sufficient = compare(data_weight, ENOUGH_METRIC_WEIGHT) >= 0
    const has_data = sufficient && !excluded.has(component)
    return {
      component,
      weight: weights.of[component],
      in_use: feeds[FEED_OF[component]],
      data_weight,
      measured: mean,
      sufficient,
      has_data,
      imputed: false,
      raw: has_data && mean ? mean : ZERO,
    }
  })
}

/**
 * A component without data takes the mean, by component weight, of those that have data. When those weigh nothing,
 * or there are none, its raw stays 0 and it is not imputed.
 */
export function impute(states: ComponentState[]): ComponentState[] {
  const typical = weightedMean(
    states.filter(({ has_data }) => has_data).map(({ raw, weight }) => [raw, weight]),
  )
  if (!typical) return states
  return states.map((state) => (state.has_data ? state : { ...state, imputed: true, raw: typical }))
}

function meanPoints(measurements: MeasuredComponent['measurements']): {
  mean: Rational | null
  weight: Rational
} {
  const pairs: [Rational, Rational][] = []
  let weight = ZERO
  for (const { points, rule } of measurements) {
    if (!points) continue
    pairs.push([points, rule.weight])
    weight = add(weight, rule.weight)
  }
  return { mean: weightedMean(pairs), weight }
}

/** Σ value × weight ÷ Σ weight; null when nothing weighs anything. */
export function weightedMean(pairs: readonly (readonly [Rational, Rational])[]): Rational | null {
  let [total, weights] = [ZERO, ZERO]
  for (const [value, weight] of pairs) {
    total = add(total, multiply(value, weight))
    weights = add(weights, weight)
  }
  return weights.n === 0n ? null : divide(total, weights)
}
