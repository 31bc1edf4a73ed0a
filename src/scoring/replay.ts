import { type ReadException, readException } from './adjustments.ts'
import { type Adjusted, applyExceptions, excludedBy } from './apply-exceptions.ts'
import { canonicalJson } from './canonical-json.ts'
import { type ComponentState, combine, impute } from './combine.ts'
import { COMPONENTS, type Component, FEED_OF, isComponent } from './components.ts'
import { readCurve } from './curve.ts'
import type { ExceptionExplanation, Explanation } from './explanation.ts'
import type { PreparedComponent, PreparedRules, Weights } from './prepare-rules.ts'
import type { Rational } from './rational.ts'
import type { FeedsInUse } from './scored-feeds.ts'
import { storedValue } from './stored-metric.ts'

/** The unrounded components and total of a kept score, with the raws that appeals have decided. */
export type Replay = (decided: ReadonlyMap<Component, Rational>) => Adjusted

/**
 * Computes a kept score again from its explanation, the way the engine did.
 *
 * A raw that an appeal decides is a change like that of an exception when its component has data: it comes after
 * imputation, so imputed components do not follow it. For a component without data it is the data, which is known
 * before imputation: the component counts as having data and being in use, for tier floors too, and the components
 * that are still without data are imputed with it. Exceptions on the component do not change a decided raw, and
 * their entries stay as they were; those on the total act on the new total.
 * @throws RangeError when the rules are not those that the score was made with
 */
export function replay(rules: PreparedRules, explanation: Explanation): Replay {
  const exceptions = explanation.exceptions.map(readLogged)
  const measured = combine(
    rules.components.map((prepared) => ({ prepared, measurements: pointsOf(prepared, explanation) })),
    weightsUsed(rules, explanation),
    feedsOf(explanation),
    excludedBy(exceptions),
  )
  return (decided) => {
    const states = impute(measured.map((state) => withData(state, decided)))
    const { log, ...adjusted } = applyExceptions(states, exceptions, decided)
    const kept = ({ target }: ExceptionExplanation) => isComponent(target) && decided.has(target)
    return {
      ...adjusted,
      log: explanation.exceptions.map((entry, index) => (kept(entry) ? entry : (log[index] ?? entry))),
    }
  }
}

function withData(state: ComponentState, decided: ReadonlyMap<Component, Rational>): ComponentState {
  const raw = decided.get(state.component)
  return raw && !state.has_data ? { ...state, has_data: true, in_use: true, raw } : state
}

/** The exact points of a component's metrics, from what the explanation keeps of them. */
const pointsOf = ({ metrics }: PreparedComponent, explanation: Explanation) =>
  metrics.map((rule) => {
    const stored = explanation.metrics.find(({ metric }) => metric === rule.metric.name)
    const value = stored ? storedValue(stored) : null
    return { rule, points: value && readCurve(rule.curve, value) }
  })

/** An exception as it was understood; its dates are not kept, and did touch the month. */
function readLogged(entry: ExceptionExplanation): ReadException {
  const { id, exception_type, rule, reason, applies, warning } = entry
  const target = isComponent(entry.target) ? entry.target : 'total'
  const exception = {
    id,
    exception_type,
    score_component_affected: target === 'total' ? null : target,
    adjustment_rule: rule,
    reason,
    effective_from: '',
    effective_to: null,
  }
  return applies ? readException(exception) : { exception, target, act: null, warning }
}

const feedsOf = ({ components }: Explanation) =>
  Object.fromEntries(COMPONENTS.map((name) => [FEED_OF[name], components[name].in_use])) as FeedsInUse

function weightsUsed(rules: PreparedRules, { records }: Explanation): Weights {
  const { 'score-weights': used, 'grace-period': _, ...shared } = records
  const weights = [...rules.weights.values()].find(
    ({ record }) => record.id === used[0]?.id && record.version === used[0].version,
  )
  if (!weights || canonicalJson(shared) !== canonicalJson(rules.shared))
    throw new RangeError('the rules are not those that the score was made with')
  return weights
}
