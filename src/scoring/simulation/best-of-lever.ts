import type { Steps } from './cheapest-path/component-budget.ts'
import type { Usable } from './cheapest-path/slots.ts'
import { bestSteps, leverPoints } from './levers/lever-points.ts'
import type { LeverName } from './levers/levers.ts'
import type { Offer, Study } from './study.ts'

type ByLever = Partial<Record<LeverName, number>>

/** An offered lever as it may be used. */
export function usable(study: Study, offer: Offer, efforts: ByLever = {}, limits: ByLever = {}): Usable {
  const { name, most } = offer.movement
  const points = leverPoints(study, offer, Math.min(most, limits[name] ?? most))
  return { name, component: offer.component, effort: efforts[name] ?? 1, points }
}

/** The lever up to the steps that bring the most points: further ones bring less. */
export function highestOf(lever: Usable): Usable {
  const most = bestSteps(lever.points)
  const turns = lever.points.turns.filter((turn) => turn <= most)
  return { ...lever, points: { ...lever.points, most, turns } }
}

/** All steps of all levers; of two that move the same fact those of the better one. */
export function stepsOfAll(levers: readonly Usable[]): Steps {
  const points = (name: LeverName) => {
    const lever = levers.find((one) => one.name === name)
    return lever ? lever.points.at(lever.points.most) : -1
  }
  const left: LeverName = points('less_cover') >= points('more_cover') ? 'more_cover' : 'less_cover'
  const used = points(left) < 0 ? levers : levers.filter(({ name }) => name !== left)
  return Object.fromEntries(used.map(({ name, points }) => [name, points.most]))
}
