import type { Answer } from '../../api/types.ts'

export type Explanation = Answer<'GET', '/api/sos/sellers/{seller_code}/score/explanation'>
type Component = keyof Explanation['components']

/** What takes points from 100, or gives some back, on the way to the total. */
export interface Step {
  key: string
  kind: 'metric' | 'imputed' | 'exception' | 'appeal'
  /** The code of what it is of: a metric, a component, or `total`. */
  of: string
  component: Component | 'total'
  /** Less than zero: points lost. */
  change: number
  from: number
  to: number
  /** The reason of an exception, what an appeal decided. */
  text?: string
}

/** Less than this is nothing: half of what a score shows. */
const NOTHING = 0.005

/**
 * From 100 down to the total. First the metrics that lose points and the components without data, by loss, which is
 * what the score was made of; then what exceptions and decided appeals changed of it, in their order. The last step
 * ends at the total to the rounding of its two decimals.
 */
export function waterfallOf(explanation: Explanation): Step[] {
  const losses = [...metricSteps(explanation), ...imputedSteps(explanation)].sort(
    (a, b) => a.change - b.change,
  )
  const changes = [...exceptionSteps(explanation), ...appealSteps(explanation)]
  const steps = [...losses, ...changes].filter(({ change }) => Math.abs(change) >= NOTHING / 10)
  settleLast(steps, explanation.total_sos)
  let at = 100
  return steps.map((step) => {
    const from = at
    at += step.change
    return { ...step, from, to: at }
  })
}

type Change = Omit<Step, 'from' | 'to'>

const metricSteps = ({ metrics }: Explanation): Change[] =>
  metrics.flatMap(({ metric, component, points_lost }) =>
    points_lost
      ? [
          {
            key: metric,
            kind: 'metric' as const,
            of: metric,
            component: component as Component,
            change: -points_lost,
          },
        ]
      : [],
  )

/** A component without data of its own begins as the mean of those that have it; without any it begins as 0. */
function imputedSteps({ components, metrics }: Explanation): Change[] {
  const all = Object.entries(components) as [Component, Explanation['components'][Component]][]
  const isMeasured = (name: Component) =>
    metrics.some(({ component, points_lost }) => component === name && points_lost !== null)
  const measured = all.filter(([name]) => isMeasured(name))
  const weight = measured.reduce((sum, [, one]) => sum + one.weight, 0)
  const mean = weight
    ? measured.reduce((sum, [, one]) => sum + one.weight * (one.measured ?? 0), 0) / weight
    : 0
  return all
    .filter(([name]) => !isMeasured(name))
    .map(([name, one]) => ({
      key: `imputed-${name}`,
      kind: 'imputed',
      of: name,
      component: name,
      change: (-one.weight * (100 - mean)) / 100,
    }))
}

/** An exclude has no step: it made the component one without data. */
const exceptionSteps = ({ exceptions, components }: Explanation): Change[] =>
  exceptions.flatMap(({ id, target, rule, before, after, reason }) => {
    if (before === null || after === null || (rule as { op?: unknown }).op === 'exclude') return []
    const weight = target === 'total' ? 100 : components[target as Component].weight
    return [
      {
        key: `exception-${id}`,
        kind: 'exception' as const,
        of: target,
        component: target as Component | 'total',
        change: ((after - before) * weight) / 100,
        text: reason ?? undefined,
      },
    ]
  })

const appealSteps = ({ appeal, earlier_appeals = [] }: Explanation): Change[] =>
  (appeal ? [...earlier_appeals, appeal] : []).map((one, index) => ({
    key: `appeal-${index}`,
    kind: 'appeal',
    of: one.component,
    component: one.component as Component,
    change: one.total_after - one.total_before,
    text: one.raw_given ? `${one.raw_before} → ${one.raw_after}` : one.sentence,
  }))

/**
 * An appeal tells its totals to two decimals, and a later exception may weigh otherwise: its step ends at the total.
 */
function settleLast(steps: Change[], total: number) {
  const last = steps.findLast(({ kind }) => kind === 'appeal')
  if (last) last.change += total - 100 - steps.reduce((sum, { change }) => sum + change, 0)
}
