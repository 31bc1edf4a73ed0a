import type { ReadException } from '../adjustments.ts'
import type { Component } from '../components.ts'
import { clamp, parse, type Rational } from '../rational.ts'
import { fromPointUnits, POINT, toPointUnits } from './levers/lever-points.ts'
import type { Study } from './study.ts'

/**
 * How a total follows from the raws of the components that levers move, in units of 10⁻¹² points: `gain` says what a
 * raw adds to two sums, and `total` what these come to. The second sum is the one that imputed components follow. It
 * stays 0, and one sum suffices, unless exceptions touch both moved and imputed components (`twofold`).
 */
export type Outlook = {
  twofold: boolean
  gain(component: Component, raw: number): { a: number; m: number }
  total(a: number, m: number): number
  /** A raw after the exceptions on its component. */
  adjusted(component: Component, raw: number): number
  /** How much an error of a unit can grow on its way. */
  growth: number
  /** See `isUnclear` */
  unclear: boolean
}

type Acting = ReadException & { act: (score: Rational) => Rational }

/** The outlook for the components that levers move; all others stay as they are. */
export function outlookOf(study: Study, moved: ReadonlySet<Component>): Outlook {
  const { states, appeals, measured, score } = study
  const acting = measured.exceptions.filter((one): one is Acting => typeof one.act === 'function')
  const onTotal = acting.filter(({ target }) => target === 'total')
  const of = (component: Component) => acting.filter(({ target }) => target === component)
  const adjusted = (component: Component, raw: number) => applied(of(component), raw)
  const decided = decidedRaws(study)
  const share = new Map(
    states.map(({ component, weight }) => [component, Number(weight.n) / Number(weight.d) / 100]),
  )
  const shareOf = (component: Component) => share.get(component) ?? 0

  const imputed = states.filter((state) => !state.has_data && !decided.has(state.component))
  const known = states.filter((state) => !imputed.includes(state))
  let [fixed, following] = [0, 0]
  for (const { component, has_data, raw } of known) {
    if (moved.has(component)) continue
    const decision = decided.get(component)
    const own = toPointUnits(raw)
    fixed += shareOf(component) * (decision ?? adjusted(component, own))
    following += shareOf(component) * (has_data ? own : (decision ?? 0))
  }
  const knownShare = known.reduce((all, { component }) => all + shareOf(component), 0)
  const imputedShare = imputed.reduce((all, { component }) => all + shareOf(component), 0)
  const touched = (component: Component) => of(component).length > 0
  const movedTouched = [...moved].some(touched)
  const imputedTouched = imputed.some(({ component }) => touched(component) && shareOf(component) > 0)
  const twofold = movedTouched && imputedTouched && knownShare > 0
  const ratio = knownShare > 0 ? imputedShare / knownShare : 0

  const last = appeals.findLastIndex(({ total_given }) => total_given)
  const decidedTotal = last >= 0 ? score.total_sos * POINT : null
  const imputedPart = (m: number) => {
    const typical = knownShare > 0 ? (following + m) / knownShare : 0
    return imputed.reduce((all, { component }) => all + shareOf(component) * adjusted(component, typical), 0)
  }
  const weighted = (a: number, m: number) => {
    if (twofold) return fixed + a + imputedPart(m)
    if (imputedTouched) return fixed + a + imputedPart(a)
    return fixed + a + ratio * following
  }
  return {
    twofold,
    gain(component, raw) {
      const own = shareOf(component) * raw
      const after = movedTouched ? shareOf(component) * adjusted(component, raw) : own
      if (twofold) return { a: after, m: own }
      return { a: imputedTouched ? own : after + ratio * own, m: 0 }
    },
    total: (a, m) => decidedTotal ?? applied(onTotal, Math.min(weighted(a, m), 100 * POINT)),
    adjusted,
    growth: acting.reduce((all, { exception }) => all * Math.max(1, factorOf(exception.adjustment_rule)), 1),
    unclear: isUnclear(study),
  }
}

/**
 * Whether an appeal decided the total and a later one a raw. The total then moves with the difference that the raw
 * makes, so that more points of other components can lower it, and only the engine can say what steps come to.
 */
export function isUnclear({ appeals }: Study): boolean {
  const last = appeals.findLastIndex(({ total_given }) => total_given)
  return last >= 0 && appeals.slice(last + 1).some(({ raw_given }) => raw_given)
}

/** Exceptions are whole numbers and fractions of the engine's own, so its own steps are taken. */
const applied = (exceptions: readonly Acting[], units: number): number =>
  exceptions.length === 0
    ? units
    : toPointUnits(exceptions.reduce((value, { act }) => act(value), clamp(fromPointUnits(units))))

const factorOf = (rule: unknown): number => {
  const { op, value } = rule as { op?: unknown; value?: unknown }
  return op === 'multiply' && typeof value === 'number' ? value : 1
}

/**
 * The raws that appeals have decided, in units; null for one that its decision found as it was, which stays as it was.
 */
function decidedRaws({ appeals }: Study): Map<Component, number | null> {
  const decided = new Map<Component, number | null>()
  for (const { component, raw_given, had_data, raw_before, raw_after } of appeals) {
    if (!raw_given) continue
    const changed = !had_data || raw_before !== raw_after
    if (changed) decided.set(component, toPointUnits(parse(raw_after)))
    else if (!decided.has(component)) decided.set(component, null)
  }
  return decided
}
