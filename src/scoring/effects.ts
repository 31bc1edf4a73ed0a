import { COMPONENTS, type Component } from './components.ts'
import { readCurve } from './curve.ts'
import { appealsOf, type Explanation, type MetricExplanation } from './explanation.ts'
import type { PreparedMetric, PreparedRules } from './prepare-rules.ts'
import { add, divide, HUNDRED, multiply, parse, type Rational, subtract, sum, ZERO } from './rational.ts'
import { storedValue } from './stored-metric.ts'

/** A kept score; `rules` are those of its run, null when this code can't score with them. */
export type ExplainedScore = { explanation: Explanation; rules: PreparedRules | null }

/** A metric that a total is made of. */
export type Effect = {
  metric: MetricExplanation
  rule: PreparedMetric | undefined
  /** its weight in the total, what it stands in for included; these add up to 100 */
  weight: Rational
  /** 0 to 100; exact where the rules are known, to 6 decimals else */
  points: Rational
}

/**
 * The metrics that the total of a score is made of before exceptions and appeals, in the order of the documentation, or
 * some of them. A component without data takes the mean of those with data, so their metrics weigh that much more:
 * component weight × metric weight ÷ Σ metric weights with a value × (1 + imputed weight ÷ weight with data).
 */
export function effectsOf({ explanation, rules }: ExplainedScore, only?: ReadonlySet<string>): Effect[] {
  if (only?.size === 0) return []
  return [...ownWeights(explanation)].flatMap(([component, weight]) => {
    const metrics = explanation.metrics.filter((one) => one.component === component && one.points !== null)
    const chosen = only ? metrics.filter(({ metric }) => only.has(metric)) : metrics
    if (chosen.length === 0) return []
    const prepared = rules?.components.find((one) => one.component === component)
    const each = divide(weight, sum(metrics.map((metric) => parse(metric.weight))))
    return chosen.map((metric): Effect => {
      const rule = prepared?.metrics.find((one) => one.metric.name === metric.metric)
      const value = rule && storedValue(metric)
      return {
        metric,
        rule,
        weight: multiply(each, parse(metric.weight)),
        points: value ? readCurve(rule.curve, value) : parse(metric.points ?? 0),
      }
    })
  })
}

/**
 * The metrics that lose most, by name: `most` of them and those that lose as much. Told by the kept points, which are
 * near enough to leave out what loses less: exact numbers of all metrics take time for thousands of sellers.
 */
export function losingMost(explanation: Explanation, most: number): Set<string> {
  const found: { metric: string; lost: number }[] = []
  for (const component of ownComponents(explanation)) {
    const metrics = explanation.metrics.filter((one) => one.component === component && one.points !== null)
    const all = metrics.reduce((sum, { weight }) => sum + weight, 0)
    const each = explanation.components[component].weight / all
    for (const { metric, weight, points } of metrics)
      found.push({ metric, lost: each * weight * (100 - (points ?? 0)) })
  }
  const losing = found.filter(({ lost }) => lost > 0).sort((a, b) => b.lost - a.lost)
  const least = (losing[most - 1]?.lost ?? 0) - NEAR
  return new Set(losing.flatMap(({ metric, lost }) => (lost >= least ? metric : [])))
}

/** More than what rounding points to 6 decimals changes of weight × points, whose weights are up to 100. */
const NEAR = 0.001

/** What a metric takes from the total, and what it brings to it. */
export const lostBy = ({ weight, points }: Effect) =>
  divide(multiply(weight, subtract(HUNDRED, points)), HUNDRED)
export const broughtBy = ({ weight, points }: Effect) => divide(multiply(weight, points), HUNDRED)

/** What exceptions and appeals brought to the total, less than zero when they took from it. */
export const broughtByChanges = (score: ExplainedScore): Rational =>
  isChanged(score.explanation)
    ? subtract(parse(score.explanation.total.after), sum(effectsOf(score).map(broughtBy)))
    : ZERO

/** What components weigh that no component with data stands in for: everything, or nothing. */
export const weightWithoutData = (explanation: Explanation): Rational =>
  ownWeights(explanation).size > 0 ? ZERO : totalWeight(explanation, COMPONENTS)

/** Whether exceptions or appeals have made another total than the metrics. An exclude only says what counts as data. */
export const isChanged = (explanation: Explanation): boolean =>
  changingExceptions(explanation).length > 0 || explanation.appeal !== undefined

export const changingExceptions = ({ exceptions }: Explanation) =>
  exceptions.filter(({ applies, rule }) => applies && (rule as { op?: unknown } | null)?.op !== 'exclude')

/** The components whose raw their metrics made. */
function ownComponents(explanation: Explanation): Component[] {
  const byAppeal = appealsOf(explanation).filter(({ raw_given, had_data }) => raw_given && !had_data)
  return COMPONENTS.filter(
    (name) => explanation.components[name].has_data && !byAppeal.some(({ component }) => component === name),
  )
}

/** Their weights, with their part of those they stand in for. */
function ownWeights(explanation: Explanation): Map<Component, Rational> {
  const own = ownComponents(explanation)
  const weightOf = (name: Component) => parse(explanation.components[name].weight)
  if (own.length === COMPONENTS.length) return new Map(own.map((name) => [name, weightOf(name)]))
  const weight = totalWeight(explanation, own)
  if (weight.n === 0n) return new Map()
  const factor = divide(totalWeight(explanation, COMPONENTS), weight)
  return new Map(own.map((name) => [name, multiply(weightOf(name), factor)]))
}

const totalWeight = ({ components }: Explanation, names: readonly Component[]) =>
  names.reduce((all, name) => add(all, parse(components[name].weight)), ZERO)
