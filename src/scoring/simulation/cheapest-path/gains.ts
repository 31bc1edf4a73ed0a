import type { ReadException } from '../../adjustments.ts'
import type { ComponentState } from '../../combine.ts'
import type { Component } from '../../components.ts'
import { clamp, type Rational } from '../../rational.ts'
import { fromPointUnits, toPointUnits } from '../levers/lever-points.ts'
import type { Study } from '../study.ts'

type Acting = ReadException & { act: (score: Rational) => Rational }

const actingOn = ({ measured }: Study, component: Component) =>
  measured.exceptions.filter(
    (one): one is Acting => typeof one.act === 'function' && one.target === component,
  )

/** The components that take the mean of those that are known: without data, and without a raw that an appeal decided. */
const isImputed = ({ appeals }: Study, { component, has_data }: ComponentState) =>
  !has_data && !appeals.some((appeal) => appeal.component === component && appeal.raw_given)

const shareOf = ({ weight }: ComponentState) => Number(weight.n) / Number(weight.d) / 100

/**
 * What a raw of a component with data adds to the total before the exceptions on that, in units of 10⁻¹² points: with
 * the exceptions on the component, and through those imputed, which follow raws as they were measured.
 */
export function gainsOf(study: Study): (component: Component, raw: number) => number {
  const sum = (states: ComponentState[]) => states.reduce((all, state) => all + shareOf(state), 0)
  const imputed = sum(study.states.filter((state) => isImputed(study, state)))
  const known = sum(study.states) - imputed
  const ratio = known > 0 ? imputed / known : 0
  const shares = new Map(study.states.map((state) => [state.component, shareOf(state)]))
  return (component, raw) => {
    const [share, acting] = [shares.get(component) ?? 0, actingOn(study, component)]
    // Exceptions are whole numbers and fractions of the engine's own, so its own steps are taken.
    const adjusted = acting.reduce((value, { act }) => act(value), clamp(fromPointUnits(raw)))
    const after = acting.length === 0 ? raw : toPointUnits(adjusted)
    return share * after + ratio * (share * raw)
  }
}

/**
 * Whether these gains tell of the total: not where exceptions act on components that move and on imputed ones, which
 * follow other sums.
 */
export const isTwofold = (study: Study, moved: readonly { component: Component }[]): boolean =>
  moved.some(({ component }) => actingOn(study, component).length > 0) &&
  study.states.some(
    (state) => isImputed(study, state) && shareOf(state) > 0 && actingOn(study, state.component).length > 0,
  )

/**
 * Whether an appeal decided the total and a later one a raw. The total then moves with the difference that the raw
 * makes, so that more points of other components can lower it, and only the engine can say what steps come to.
 */
export function isUnclear({ appeals }: Study): boolean {
  const last = appeals.findLastIndex(({ total_given }) => total_given)
  return last >= 0 && appeals.slice(last + 1).some(({ raw_given }) => raw_given)
}
