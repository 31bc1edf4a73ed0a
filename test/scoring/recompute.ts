// What a reader of an explanation does with a pocket calculator: nothing here comes from the engine.

type Component = 'p_score' | 'o_score' | 't_score' | 'f_score' | 'i_score'
const COMPONENTS = ['p_score', 'o_score', 't_score', 'f_score', 'i_score'] as const

interface Metric {
  metric: string
  component: Component
  numerator: number
  denominator: number
  volume: number
  min_volume: number
  unit: string
  curve: [number, number][]
  weight: number
  na: string | null
}
interface Explanation {
  components: Record<Component, { weight: number; in_use: boolean }>
  metrics: Metric[]
  exceptions: { target: Component | 'total'; rule: { op: string; value: number } }[]
}
interface Tier {
  name: string
  min_score: number | null
  min_component_score: number
}

/** Half away from zero; the little more than nothing makes up for binary fractions. */
const cents = (value: number) => Math.round(value * 100 + 1e-9) / 100

const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
const mean = (pairs: { value: number; weight: number }[]) =>
  total(pairs.map(({ value, weight }) => value * weight)) / total(pairs.map(({ weight }) => weight))

/** In the unit of the metric. */
const inItsUnit = ({ unit, numerator, denominator }: Metric) =>
  ((unit === 'percent' ? 100 : 1) * numerator) / denominator

function pointsOn(curve: [number, number][], x: number): number {
  const [first, last] = [curve[0], curve.at(-1)] as [[number, number], [number, number]]
  if (x <= first[0]) return first[1]
  if (x >= last[0]) return last[1]
  const right = curve.findIndex(([bound]) => bound >= x)
  const [[x0, y0], [x1, y1]] = [curve[right - 1], curve[right]] as [[number, number], [number, number]]
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
}

/** The mean points of a component, or null when less than 40 % of the metric weight has a value. */
function measured(metrics: Metric[]): number | null {
  const known = metrics.filter(({ na }) => na === null)
  const weight = total(known.map((metric) => metric.weight))
  if (known.length === 0 || weight < 0.4 * total(metrics.map((metric) => metric.weight))) return null
  return mean(
    known.map((metric) => ({ value: pointsOn(metric.curve, inItsUnit(metric)), weight: metric.weight })),
  )
}

const OPERATIONS: Record<string, (before: number, value: number) => number> = {
  set: (_, value) => value,
  add: (before, value) => before + value,
  multiply: (before, value) => before * value,
  floor: Math.max,
  cap: Math.min,
}

/** A value after the exceptions on it, each result within 0 to 100. */
const adjusted = (target: string, value: number, { exceptions }: Explanation) =>
  exceptions
    .filter((exception) => exception.target === target && exception.rule.op in OPERATIONS)
    .reduce((before, { rule }) => {
      const after = OPERATIONS[rule.op]?.(before, rule.value) ?? before
      return Math.min(100, Math.max(0, after))
    }, value)

/** The score that an explanation stands for, computed again from numerators, denominators, curves and weights. */
export function recompute(explanation: Explanation, tiers: Tier[]) {
  const parts = COMPONENTS.map((name) => {
    const excluded = explanation.exceptions.some(
      ({ target, rule }) => target === name && rule.op === 'exclude',
    )
    const own = explanation.metrics.filter(({ component }) => component === name)
    return { name, ...explanation.components[name], value: excluded ? null : measured(own) }
  })
  const known = parts.flatMap(({ value, weight }) => (value === null ? [] : [{ value, weight }]))
  const typical = known.length > 0 ? mean(known) : 0
  const raws = parts.map((part) => ({
    ...part,
    raw: adjusted(part.name, part.value ?? typical, explanation),
  }))
  const sum = total(raws.map(({ raw, weight }) => (raw * weight) / 100))
  const total_sos = cents(adjusted('total', sum, explanation))
  const inUse = total(parts.filter(({ in_use }) => in_use).map(({ weight }) => weight))
  const isRated = known.length > 0 && total(known.map(({ weight }) => weight)) >= 0.6 * inUse
  const lowest = Math.min(...raws.filter(({ value }) => value !== null).map(({ raw }) => cents(raw)))
  return {
    total_sos,
    components: Object.fromEntries(
      raws.map(({ name, raw, weight }) => [name, { raw: cents(raw), weighted: cents((raw * weight) / 100) }]),
    ),
    tier: tiers.find(({ min_score, min_component_score }) =>
      isRated
        ? min_score !== null && min_score <= total_sos && min_component_score <= lowest
        : min_score === null,
    )?.name,
  }
}
