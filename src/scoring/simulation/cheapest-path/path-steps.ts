import { measure } from '../../measure.ts'
import { round } from '../../rational.ts'
import type { Score } from '../../score.ts'
import { changeBy, factsOf } from '../levers/apply-steps.ts'
import { factsAfter } from '../levers/lever-points.ts'
import { sentenceOf } from '../levers/lever-sentences.ts'
import type { Steps } from '../levers/usable.ts'
import type { Offer, Study } from '../study.ts'
import type { PathStep, Standing } from './path-answer.ts'

export const standingOf = ({ total_sos, is_rated, tier }: Score): Standing => ({
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

function stepShown(study: Study, { movement, measurements }: Offer, steps: number, effort: number): PathStep {
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
