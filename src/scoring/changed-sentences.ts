import type { Component } from './components.ts'
import { changingExceptions } from './effects.ts'
import { appealsOf, type Explanation } from './explanation.ts'
import { parse, round } from './rational.ts'

/** Who changed the total that the metrics made; `lost` is below zero when they added to it. */
export function changedSentence(explanation: Explanation, lost: number): string {
  const exceptions = changingExceptions(explanation).length
  const appeals = appealsOf(explanation).length
  const who = [
    ...(exceptions > 0 ? [exceptions === 1 ? 'an exception' : `${exceptions} exceptions`] : []),
    ...(appeals > 0 ? [appeals === 1 ? '1 decided appeal' : `${appeals} decided appeals`] : []),
  ].join(' and ')
  const points = Math.abs(lost)
  const told = round(parse(points), 2) || points
  const what = lost < 0 ? `added ${told} points to` : `took ${told} points from`
  return `${who.charAt(0).toUpperCase()}${who.slice(1)} ${what} what the metrics bring.`
}

/** What stands instead of what a component's metrics come to; null when they made its raw. */
export function insteadOf(explanation: Explanation, component: Component): string | null {
  const { raw } = explanation.components[component]
  const byAppeal = appealsOf(explanation).some(
    (one) => one.component === component && one.raw_given && one.raw_after !== one.raw_before,
  )
  if (byAppeal) return `An appeal made ${component} ${raw} instead`
  const isByException = changingExceptions(explanation).some(
    ({ target, before, after }) => target === component && before !== after,
  )
  return isByException ? `An exception made ${component} ${raw} instead` : null
}
