import { COMPONENTS, type Component } from '../components.ts'
import { parse, type Rational } from '../rational.ts'
import type { TierRecord } from '../tier.ts'
import { POINT } from './levers/lever-points.ts'
import { hasData, type Study } from './study.ts'
import type { World } from './world.ts'

/** What a tier asks: units of 10⁻¹² points that round to its scores. */
export type Goal = { total: number; raw: number }

/** What flooring may have lost: 2 × 10⁻¹¹ points. */
const SLACK = 20

/** The rated tiers of a world, highest first. */
export const tiersOf = ({ rules }: World): readonly TierRecord[] => rules.tiers.rated

/** The place of the score's tier among the rated ones; one past the lowest for a score that is not rated. */
export function placeOf(world: World, tier: { id: number }): number {
  const place = tiersOf(world).findIndex(({ id }) => id === tier.id)
  return place < 0 ? tiersOf(world).length : place
}

/** The next tier up: for the highest itself, for the unrated one the lowest. */
export const nextUp = (world: World, tier: { id: number }) =>
  tiersOf(world)[Math.max(0, placeOf(world, tier) - 1)] as TierRecord

/**
 * The ways to be at a tier or above: what it asks, and what a higher one asks that is content with less of each
 * component.
 */
export function goalsOf(world: World, place: number): Goal[] {
  const goals: Goal[] = []
  let least = Infinity
  for (const tier of tiersOf(world)
    .slice(0, place + 1)
    .reverse()) {
    if (tier.min_component_score >= least) continue
    least = tier.min_component_score
    goals.push({ total: roundsTo(tier.min_score ?? 0), raw: roundsTo(least) })
  }
  return goals
}

/**
 * A goal that leaves room for what was lost on the way to a sum, where an error grows so much; below zero, the other
 * way.
 */
export function withSlack({ total, raw }: Goal, growth: number): Goal {
  const slack = Math.sign(growth) * Math.min(SLACK * Math.abs(growth), 100 * POINT)
  return { total: total - slack, raw: raw - slack }
}

/** Whether the components with data that no lever moves reach what a goal asks of each. */
export const othersReach = (study: Study, moved: ReadonlySet<Component>, goal: Goal): boolean =>
  COMPONENTS.every(
    (component) =>
      moved.has(component) ||
      !hasData(study, component) ||
      Math.round(study.score.components[component].raw * 100) * (POINT / 100) >= goal.raw,
  )

/** The least that is rounded to a score with two decimals which is not below the given one. */
function roundsTo(score: number): number {
  const { n, d }: Rational = parse(score)
  const hundredths = Number((n * 100n + d - 1n) / d)
  return hundredths === 0 ? -Infinity : (hundredths - 0.5) * (POINT / 100)
}
