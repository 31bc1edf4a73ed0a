import { measure } from '../../measure.ts'
import { round } from '../../rational.ts'
import type { Score } from '../../score.ts'
import { changeBy, factsOf } from '../levers/apply-steps.ts'
import { factsAfter } from '../levers/lever-points.ts'
import { sentenceOf } from '../levers/lever-sentences.ts'
import type { Steps } from '../levers/usable.ts'
import type { Offer, Study } from '../study.ts'

/** A total and its tier, as the engine has them. */
export type Standing = ReturnType<typeof standingOf>
export const standingOf = ({ total_sos, is_rated, tier }: Score) => ({
  total_sos,
  is_rated,
  tier: tier.name,
})

/** The steps as an answer shows them: what brings most points comes first. */
export const stepsShown = (
  study: Study,
  offers: readonly Offer[],
  steps: Steps,
  efforts: Steps,
): PathStep[] =>
  offers
    .filter(({ movement }) => steps[movement.name])
    .map((offer) => {
      const { name } = offer.movement
      return stepShown(study, offer, steps[name] ?? 0, efforts[name] ?? 1)
    })
    .sort((a, b) => b.points - a.points)

export type PathStep = ReturnType<typeof stepShown>

/**
 * What to do about one lever: `points` is what these steps alone bring to the total, two decimals, and `facts` what they
 * add to aggregates, or take away, as decimal text.
 */
function stepShown(study: Study, { movement, measurements }: Offer, steps: number, effort: number) {
  const [{ rule, value }] = measurements
  const after = measure(rule, factsAfter(study.facts, movement, steps), study.world.input.feeds_in_use)
  return {
    lever: movement.name,
    steps,
    effort,
    metric: rule.metric.name,
    value_before: round(value, 6),
    value_after: round(after.value ?? value, 6),
    points: changeBy(study, movement, steps),
    facts: factsOf(study, movement, steps),
    sentence: sentenceOf(study, movement, steps),
  }
}
