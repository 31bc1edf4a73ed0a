import type { ReadException } from './adjustments.ts'
import type { ComponentState } from './combine.ts'
import type { Component } from './components.ts'
import type { ExceptionExplanation } from './explanation.ts'
import { divide, HUNDRED, multiply, type Rational, round, sum } from './rational.ts'

/** Components and total after exceptions, unrounded; `sum` is Σ weighted, before the exceptions on the total. */
export type Adjusted = {
  components: ComponentState[]
  sum: Rational
  total: Rational
  log: ExceptionExplanation[]
}

/** The components whose data an exception takes away; this has to be known before imputation. */
export const excludedBy = (exceptions: readonly ReadException[]): Set<Component> =>
  new Set(exceptions.flatMap(({ act, target }) => (act === 'exclude' && target !== 'total' ? [target] : [])))

/**
 * Applies exceptions (by id) to components and then to the total.
 *
 * Excludes have acted already, in `combine`: whatever its id, an exclude decides what counts as data, which comes
 * before imputation. The others act on raws, imputed ones too, after imputation: an imputed component keeps the mean
 * of what was measured, does not follow a change made to another component, and stays imputed when it is changed
 * itself. Without any data a raw is 0 and an exception acts on that. An exception on the total leaves the weighted
 * components as they are, so that their sum and the total then differ by what the log says.
 *
 * A raw that an appeal has decided stands, whatever exceptions on its component say.
 */
export function applyExceptions(
  states: ComponentState[],
  exceptions: readonly ReadException[],
  decided: ReadonlyMap<Component, Rational> = NOTHING_DECIDED,
): Adjusted {
  const raws = new Map(states.map((state) => [state.component, state.raw]))
  const steps = new Map<ReadException, { before: Rational; after: Rational }>()
  for (const exception of exceptions) {
    const { act, target } = exception
    const state = states.find(({ component }) => component === target)
    if (!state || act === null) continue
    const raw = raws.get(state.component) ?? state.raw
    if (act === 'exclude') {
      steps.set(exception, { before: (state.sufficient && state.measured) || state.raw, after: state.raw })
    } else {
      steps.set(exception, { before: raw, after: act(raw) })
      raws.set(state.component, act(raw))
    }
  }
  const final = (component: Component) => decided.get(component) ?? raws.get(component)
  const components = states.map((state) => ({ ...state, raw: final(state.component) ?? state.raw }))
  const weighted = sum(components.map(weightedScore))
  let total = weighted
  for (const exception of exceptions) {
    const { act, target } = exception
    if (target !== 'total' || typeof act !== 'function') continue
    steps.set(exception, { before: total, after: act(total) })
    total = act(total)
  }
  return { components, sum: weighted, total, log: exceptions.map((given) => entry(given, steps.get(given))) }
}

const NOTHING_DECIDED: ReadonlyMap<Component, Rational> = new Map()

/** raw × weight ÷ 100 */
export const weightedScore = ({ raw, weight }: ComponentState): Rational =>
  divide(multiply(raw, weight), HUNDRED)

const entry = (
  { exception, target, warning }: ReadException,
  step: { before: Rational; after: Rational } | undefined,
): ExceptionExplanation => ({
  id: exception.id,
  exception_type: exception.exception_type,
  target,
  rule: exception.adjustment_rule,
  reason: exception.reason,
  applies: step !== undefined,
  warning,
  before: step ? round(step.before, 6) : null,
  after: step ? round(step.after, 6) : null,
})
