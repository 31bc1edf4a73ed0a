import type { Score } from '../../score.ts'
import type { TierRecord } from '../../tier.ts'
import { isAt, nextUp, placeOf, tiersOf } from '../goals.ts'
import { fewestSteps, takenBack } from '../halving.ts'
import { scoreAfter } from '../levers/apply-steps.ts'
import { highestOf, type Steps, stepsOfAll, type Usable, usable } from '../levers/usable.ts'
import { offersOf, type Study, studyOf } from '../study.ts'
import type { World } from '../world.ts'
import { isUnclear } from './gains.ts'
import type { PathAnswer, PathAsk } from './path-answer.ts'
import { reasonFor } from './path-reason.ts'
import { standingOf, stepsShown } from './path-steps.ts'
import { cheapestTo } from './search.ts'

/**
 * The cheapest steps that bring a world to a tier, or why none do, with the best that can be reached. `cost` is the sum
 * of effort × steps; it is the least there is when `exact`. A target that is reached already costs nothing.
 *
 * The work is bounded whatever the numbers: costs are searched one by one as far as that takes 2²⁶ additions, and in
 * 1,024 parts beyond, a lever's points are read only where its curve turns, and the engine is asked by halving.
 * @throws RangeError when the target is no rated tier of the rules
 */
export function cheapestPath(
  world: World,
  { target: named, efforts = {}, limits = {}, locked = [], open = {} }: PathAsk = {},
): PathAnswer {
  const study = studyOf(world)
  const target = targetOf(study, named)
  const offers = offersOf(study, 'better', open).filter(({ movement }) => !locked.includes(movement.name))
  const movements = offers.map(({ movement }) => movement)
  const scored = (steps: Steps) => scoreAfter(study, movements, steps)
  const reaches = (steps: Steps) => isAt(world, scored(steps), target)

  const levers = offers.map((offer) => usable(study, offer, efforts, limits))
  const shown = { target: target.name, before: standingOf(study.score) }
  const alone = (reach: (lever: Usable) => number | null) =>
    levers.map((lever) => ({ lever: lever.name, steps: reach(lever) }))
  if (reaches({}))
    return {
      ...shown,
      reachable: true,
      cost: 0,
      exact: true,
      after: shown.before,
      steps: [],
      alone: alone(() => 0),
    }

  const useful = levers.map(highestOf).filter(({ points }) => points.most > 0)
  const highest = stepsOfAll(useful)
  const isReached = reaches(highest)
  if (isReached || isUnclear(study)) {
    const singly = alone(({ name, points }) => fewestSteps(points, (steps) => reaches({ [name]: steps })))
    const reaching = singly.flatMap(({ lever, steps }) =>
      steps !== null && useful.some(({ name }) => name === lever) ? [{ [lever]: steps }] : [],
    )
    const found = cheapestTo(study, useful, target, [...reaching, ...(isReached ? [highest] : [])], scored)
    if (found)
      return {
        ...shown,
        reachable: true,
        cost: found.cost,
        exact: found.exact,
        after: standingOf(scored(found.steps)),
        steps: stepsShown(study, offers, found.steps, efforts),
        alone: singly,
      }
  }
  const end = scored(highest)
  const [most, score] = isAsGood(study, end, study.score) ? [highest, end] : [{}, study.score]
  const fewest = takenBack(useful, most, (steps) => isAsGood(study, scored(steps), score))
  const best = scored(fewest)
  return {
    ...shown,
    reachable: false,
    best: { ...standingOf(best), steps: stepsShown(study, offers, fewest, efforts) },
    reason: reasonFor(study, { target, open }, best),
    alone: alone(() => null),
  }
}

/** The rated tier of that name, else the next one up. */
function targetOf({ world, score }: Study, name?: string): TierRecord {
  if (name === undefined) return nextUp(world, score.tier)
  const tier = tiersOf(world).find((tier) => tier.name === name)
  if (!tier) throw new RangeError(`"${name}" is no rated tier`)
  return tier
}

/** Of two tiers the higher one is better, of one tier the total. */
function isAsGood({ world }: Study, score: Score, other: Score): boolean {
  const [place, otherPlace] = [placeOf(world, score.tier), placeOf(world, other.tier)]
  return place === otherPlace ? score.total_sos >= other.total_sos : place < otherPlace
}
