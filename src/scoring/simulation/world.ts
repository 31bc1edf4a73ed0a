import type { PreparedRules } from '../prepare-rules.ts'
import { type AppealDecision, reviseScore } from '../revise-score.ts'
import { type Score, scoreSeller } from '../score.ts'
import type { ScoreInput } from '../score-input.ts'
import type { TierRecord } from '../tier.ts'

/** All that one score of a seller comes from, so that it can be computed again with something changed. */
export type World = {
  rules: PreparedRules
  input: ScoreInput
  /** What approved appeals decided of the score, in their order. */
  appeals: readonly AppealDecision[]
}

/**
 * The score of a world: what the engine computes, and what appeals decided of that.
 * @throws RangeError when an aggregate or the previous total is not a decimal number
 */
export const scoreWorld = (world: World): Score => revised(world, scoreSeller(world.rules, world.input))

/** What the appeals of a world make of a score that the engine computed. */
export const revised = ({ rules, appeals }: Omit<World, 'input'>, score: Score): Score =>
  appeals.reduce((score, decision) => reviseScore(rules, score, decision), score)

/** What answers say of a score in short. */
export const standingOf = ({ total_sos, is_rated, tier }: Score) => ({ total_sos, is_rated, tier: tier.name })

/** The rated tiers of a world, highest first. */
export const tiersOf = ({ rules }: World): readonly TierRecord[] => rules.tiers.rated

/** The place of the score's tier among the rated ones; one past the lowest for a score that is not rated. */
export function placeOf(world: World, tier: { id: number }): number {
  const place = tiersOf(world).findIndex(({ id }) => id === tier.id)
  return place < 0 ? tiersOf(world).length : place
}

/** Whether a score is rated at this tier or above. */
export const isAt = (world: World, { tier, is_rated }: Score, target: TierRecord): boolean =>
  is_rated && placeOf(world, tier) <= placeOf(world, target)

/** The next tier up: for the highest itself, for the unrated one the lowest. */
export const nextUp = (world: World, tier: { id: number }) =>
  tiersOf(world)[Math.max(0, placeOf(world, tier) - 1)] as TierRecord

/** The tiers that lead to a tier: itself, and each above that is content with less of each component than all below. */
export function goalsOf(world: World, target: TierRecord): TierRecord[] {
  const goals: TierRecord[] = []
  for (const tier of tiersOf(world)
    .slice(0, placeOf(world, target) + 1)
    .reverse())
    if (tier.min_component_score < (goals.at(-1)?.min_component_score ?? Infinity)) goals.push(tier)
  return goals
}
