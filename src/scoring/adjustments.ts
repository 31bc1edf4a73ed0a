import { sortKeys } from './canonical-json.ts'
import { COMPONENTS, type Component, isComponent } from './components.ts'
import { firstDay, nextPeriod } from './month.ts'
import { add, clamp, max, min, multiply, parse, type Rational } from './rational.ts'

/** An active exception of a seller; dates YYYY-MM-DD, both inclusive, `effective_to` null without an end. */
export type ScoreException = {
  id: number
  exception_type: string
  score_component_affected: string | null
  adjustment_rule: unknown
  reason: string | null
  effective_from: string
  effective_to: string | null
}

type Change = (score: Rational, value: Rational) => Rational

const CHANGES: Record<string, Change> = {
  set: (_, value) => value,
  add,
  multiply,
  floor: max,
  cap: min,
}
const OPS = ['exclude', ...Object.keys(CHANGES)]

/**
 * An exception as scoring understands it. `act` is null for one that it can't apply, and `exclude` for one that takes
 * the component's data away; otherwise it maps a score to the adjusted score, clamped to 0…100.
 */
export type ReadException = {
  exception: ScoreException
  target: Component | 'total'
  act: 'exclude' | ((score: Rational) => Rational) | null
  warning: string | null
}

/** What is wrong with a rule whose `op` is known, naming the field; null when nothing is, or the op is not known. */
export function adjustmentProblem(rule: unknown): string | null {
  const { op, value } = fields(rule)
  if (!isOp(op) || op === 'exclude') return null
  if (typeof value !== 'number' || !Number.isFinite(value))
    return `adjustment_rule.value must be a number when adjustment_rule.op is "${op}"`
  if (op === 'multiply' && value < 0)
    return 'adjustment_rule.value must not be negative when op is "multiply"'
  if (['set', 'floor', 'cap'].includes(op) && (value < 0 || value > 100))
    return `adjustment_rule.value must be within 0 and 100 when adjustment_rule.op is "${op}", not ${value}`
  return null
}

/** Why an exception is kept but changes no score, as a sentence; null when scoring can apply it. */
export function adjustmentWarning(rule: unknown, component: string | null | undefined): string | null {
  const { op } = fields(rule)
  if (!isOp(op))
    return `adjustment_rule is kept but changes no score: scoring knows the ops ${OPS.join(', ')} in "op"`
  const problem = adjustmentProblem(rule)
  if (problem) return `adjustment_rule is kept but changes no score: ${problem}`
  if (component != null && !isComponent(component))
    return `the exception is kept but changes no score: score_component_affected is none of ${COMPONENTS.join(', ')}`
  if (op === 'exclude' && component == null)
    return 'the exception is kept but changes no score: "exclude" needs score_component_affected'
  return null
}

/** Whether scoring can apply the rule to a component, or to the total when `component` is null. */
export const isKnownAdjustment = (rule: unknown, component: string | null | undefined): boolean =>
  adjustmentWarning(rule, component) === null

/** The exceptions whose dates touch the month, by id, as scoring understands them. */
export function exceptionsInForce(exceptions: readonly ScoreException[], period: string): ReadException[] {
  if (exceptions.length === 0) return []
  const [start, end] = [firstDay(period), firstDay(nextPeriod(period))]
  return exceptions
    .filter(({ effective_from: from, effective_to: to }) => from < end && (to === null || to >= start))
    .sort((a, b) => a.id - b.id)
    .map(readException)
}

/** An exception as scoring understands it, whatever its dates. */
export function readException(given: ScoreException): ReadException {
  const { score_component_affected: component, adjustment_rule } = given
  const exception = { ...given, adjustment_rule: sortKeys(adjustment_rule) }
  const target = isComponent(component) ? component : 'total'
  const warning = adjustmentWarning(adjustment_rule, component)
  if (warning) return { exception, target, act: null, warning }
  const { op, value } = fields(adjustment_rule)
  if (op === 'exclude') return { exception, target, act: 'exclude', warning }
  const change = CHANGES[String(op)] as Change
  const operand = parse(value as number)
  return { exception, target, act: (score) => clamp(change(score, operand)), warning }
}

const fields = (rule: unknown): { op?: unknown; value?: unknown } =>
  typeof rule === 'object' && rule !== null ? rule : {}

const isOp = (op: unknown): op is string => OPS.includes(op as string)
