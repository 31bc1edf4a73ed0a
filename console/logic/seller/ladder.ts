import { type CurvePoints, prepareCurve, readCurve } from '../../../src/scoring/curve.ts'
import { parse, round } from '../../../src/scoring/rational.ts'
import type { Explanation } from './waterfall.ts'

type Metric = Explanation['metrics'][number]
type Points = [x: number, points: number][]

/** What one metric alone must reach for the next tier. */
export interface Rung {
  metric: string
  unit: string
  value: number
  /** What it must reach, to two decimals on the safe side; null where it does not get there alone. */
  needed: number | null
  /** The total if it brought all its points. */
  best: number
}

/**
 * The ladder of a score: each metric that loses points, what it must reach by itself. A component without data follows
 * the mean of the others, so a metric weighs that much more. Null where there is no next tier, or where exceptions and
 * appeals bend what a metric brings, so that only the service can tell (see the path).
 */
export function ladderOf(explanation: Explanation): Rung[] | null {
  const { next, is_rated } = explanation.tier
  if (!next || !is_rated || isBent(explanation)) return null
  const total = explanation.total.after
  const missing = next.min_score - 0.005 - total
  return explanation.metrics
    .filter(({ points_lost, value }) => points_lost && value !== null)
    .map((metric) => {
      const weight = weightOf(metric, explanation)
      const floor = floorOf(metric, explanation, next.min_component_score)
      const points = Math.max(metric.points ?? 0, (metric.points ?? 0) + missing / weight, floor)
      const blocked = next.components_below.some((component) => component !== metric.component)
      return {
        metric: metric.metric,
        unit: metric.unit,
        value: metric.value ?? 0,
        needed: blocked || points > 100 ? null : valueFor(metric.curve as Points, metric.value ?? 0, points),
        best: total + weight * (100 - (metric.points ?? 0)),
      }
    })
}

/** Points of the total per point of the metric. */
function weightOf({ points_lost, points }: Metric, { components }: Explanation): number {
  const all = Object.values(components)
  const withData = all.filter(({ has_data }) => has_data).reduce((sum, { weight }) => sum + weight, 0)
  return ((points_lost ?? 0) / (100 - (points ?? 0))) * (100 / withData)
}

/** The points with which the metric lifts its component over the tier's floor. */
function floorOf(metric: Metric, { components, metrics }: Explanation, floor: number): number {
  const { raw, unrounded } = components[metric.component as keyof typeof components]
  if (raw >= floor) return 0
  const fellows = metrics.filter(({ component, points }) => component === metric.component && points !== null)
  const share = metric.weight / fellows.reduce((sum, { weight }) => sum + weight, 0)
  return (metric.points ?? 0) + (floor - 0.005 - unrounded) / share
}

/** Whether something else than the metrics decides part of the score. What adds to it does not bend it. */
const isBent = ({ exceptions, appeal }: Explanation) =>
  appeal !== undefined ||
  exceptions.some(({ applies, rule }) => {
    const { op } = rule as { op?: string }
    return applies && op !== 'exclude' && op !== 'add'
  })

/** The value nearest to the present one that brings so many points, rounded to the better side. */
export function valueFor(curve: Points, value: number, points: number): number | null {
  const found = curve.slice(1).flatMap(([x, y], index) => {
    const [left, low] = curve[index] ?? [x, y]
    if (points < Math.min(low, y) || points > Math.max(low, y)) return []
    return low === y ? [left, x] : [left + ((points - low) / (y - low)) * (x - left)]
  })
  const nearest = found.sort((a, b) => Math.abs(a - value) - Math.abs(b - value))[0]
  if (nearest === undefined) return null
  const rounded = [Math.floor(nearest * 100), Math.ceil(nearest * 100)].map((one) => one / 100)
  return rounded.find((one) => (pointsAt(curve, one) ?? 0) >= points - 1e-9) ?? nearest
}

/** The points of a value, read as the scores are; null where the points make no curve yet (while they are edited). */
export function pointsAt(curve: CurvePoints, value: number): number | null {
  try {
    return round(readCurve(prepareCurve(curve), parse(value)), 6)
  } catch {
    return null
  }
}
