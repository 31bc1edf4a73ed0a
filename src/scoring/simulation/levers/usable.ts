import type { Component } from '../../components.ts'
import type { Offer, Study } from '../study.ts'
import { extremesOf, type LeverPoints, leverPoints } from './lever-points.ts'
import { type LeverName, leverNamed } from './levers.ts'

/** Steps of levers; those that are not named stay. */
export type Steps = Partial<Record<LeverName, number>>

/** An offered lever that may be used: what a step costs, and what its steps bring. */
export type Usable = { name: LeverName; component: Component; effort: number; points: LeverPoints }

/** An offered lever as it may be used. */
export function usable(study: Study, offer: Offer, efforts: Steps = {}, limits: Steps = {}): Usable {
  const { name, most } = offer.movement
  const points = leverPoints(study, offer, Math.min(most, limits[name] ?? most))
  return { name, component: offer.component, effort: efforts[name] ?? 1, points }
}

/** The lever up to the steps that bring the most points: further ones bring less. */
export function highestOf(lever: Usable): Usable {
  const { most } = extremesOf(lever.points)
  const turns = lever.points.turns.filter((turn) => turn <= most)
  return { ...lever, points: { ...lever.points, most, turns } }
}

/** The levers by the fact that they move: of those that move the same one at most is used. */
export const groupsOf = (levers: readonly Usable[]): Usable[][] => [
  ...Map.groupBy(levers, ({ name }) => leverNamed(name).fact).values(),
]

/** All steps of all levers; of two that move the same fact those of the better one. */
export const stepsOfAll = (levers: readonly Usable[]): Steps =>
  Object.fromEntries(
    groupsOf(levers).map((group) => {
      const { name, points } = group.reduce((best, one) => (highest(one) > highest(best) ? one : best))
      return [name, points.most]
    }),
  )

const highest = ({ points }: Usable) => points.at(points.most)

/** Σ effort × steps */
export const costOf = (levers: readonly Usable[], steps: Steps): number =>
  levers.reduce((cost, { name, effort }) => cost + effort * (steps[name] ?? 0), 0)
