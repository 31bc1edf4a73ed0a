import type { Component } from './components.ts'
import { changingExceptions } from './effects.ts'
import { appealsOf, type Explanation } from './explanation.ts'
import { parse, round } from './rational.ts'

/** Who changed the total that the metrics made; `lost` is below zero when they added to it. */
export function changedSentence(explanation: Explanation, lost: number): string {
  const exceptions = changingExceptions(explanation)
  const appeals = appealsOf(explanation).length
  const who = [
    ...(exceptions.length > 0 ? [named(exceptions)] : []),
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
  if (byAppeal) return `an appeal decided ${component} at ${raw} instead`
  const exceptions = changingExceptions(explanation).filter(
    ({ target, before, after }) => target === component && before !== after,
  )
  return exceptions.length > 0 ? `${named(exceptions)} made ${component} ${raw} instead` : null
}

/** How many exceptions a sentence names. */
const NAMED = 5

function named(exceptions: readonly { id: number }[]): string {
  const ids = exceptions.map(({ id }) => id)
  const shown = ids.length > NAMED ? [...ids.slice(0, NAMED), 'others'] : ids
  if (shown.length === 1) return `exception ${shown[0]}`
  return `exceptions ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
