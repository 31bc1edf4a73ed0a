import type { Score } from '../../score.ts'
import type { TierRecord } from '../../tier.ts'
import { highestOf, stepsOfAll, usable } from '../best-of-lever.ts'
import { goalsOf, nextUp, placeOf, tiersOf } from '../goals.ts'
import { scoreAfter } from '../levers/apply-steps.ts'
import { isUnclear } from '../outlook.ts'
import { aloneTo } from '../single-lever.ts'
import { offersOf, type Study, studyOf } from '../study.ts'
import type { World } from '../world.ts'
import type { Steps } from './component-budget.ts'
import type { PathAnswer, PathAsk } from './path-answer.ts'
import { reasonFor } from './path-reason.ts'
import { standingOf, stepsShown } from './path-steps.ts'
import { type Accepts, cheapestTo, costOf, type Found, takenBack } from './search.ts'
import type { Usable } from './slots.ts'

/**
 * The cheapest steps that bring a world to a tier, or why none do, with the best that can be reached. `cost` is the sum
 * of effort × steps; it is the least there is when `exact`. A target that is reached already costs nothing.
 *
 * The work is bounded whatever the numbers: costs are searched one by one as far as that takes 2²⁶ additions, and in
 * 1,024 parts beyond, a lever's points are read only where its curve turns, and the engine is asked a limited number of
 * times.
 * @throws RangeError when the target is no rated tier of the rules
 */
export function cheapestPath(
  world: World,
  { target: named, efforts = {}, limits = {}, locked = [], open = {} }: PathAsk = {},
): PathAnswer {
  const study = studyOf(world)
  const target = targetOf(study, named)
  const place = placeOf(world, target)
  const offers = offersOf(study, 'better', open).filter(({ movement }) => !locked.includes(movement.name))
  const movements = offers.map(({ movement }) => movement)
  const scored = (steps: Steps) => scoreAfter(study, movements, steps)
  const accepts: Accepts = (steps) => isAt(study, scored(steps), place)

  const levers = offers.map((offer) => usable(study, offer, efforts, limits))
  const useful = levers.map(highestOf).filter(({ points }) => points.most > 0)
  const highest = stepsOfAll(useful)
  const shown = { target: target.name, before: standingOf(study.score) }
  const alone = (reach: (lever: Usable) => number | null) =>
    levers.map((lever) => ({ lever: lever.name, steps: reach(lever) }))

  if (accepts({}))
    return {
      ...shown,
      reachable: true,
      cost: 0,
      exact: true,
      after: shown.before,
      steps: [],
      alone: alone(() => 0),
    }
  const unclear = isUnclear(study)
  const ends = [highest, ...(unclear ? useful.map((lever) => stepsOfAll([lever])) : [])]
  const reaching = ends.filter(accepts)
  const goals = goalsOf(world, place)
  const searched =
    reaching.length > 0 || unclear
      ? goals.flatMap((goal) => cheapestTo(study, useful, goal, accepts) ?? [])
      : []
  if (reaching.length > 0 || searched.length > 0) {
    const exact = searched.length > 0 && searched.every((found) => found.exact)
    const singly = alone((lever) => aloneTo(study, lever, goals, accepts))
    const others = singly.flatMap(({ lever, steps }) => (steps === null ? [] : [{ [lever]: steps }]))
    const last = searched.length > 0 ? [] : reaching.map((end) => takenBack(useful, end, accepts))
    const { steps, cost } = cheapest([
      ...searched,
      ...[...others, ...last].map((steps) => ({ steps, cost: costOf(levers, steps), exact })),
    ])
    return {
      ...shown,
      reachable: true,
      cost,
      exact,
      after: standingOf(scored(steps)),
      steps: stepsShown(study, offers, steps, efforts),
      alone: singly,
    }
  }
  const fewest = fewestToBest(study, useful, [...ends, {}], scored)
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

/** The first of the cheapest. */
const cheapest = (found: readonly Found[]): Found =>
  found.reduce((best, one) => (one.cost < best.cost ? one : best))

/** The fewest steps that score as the best of some others do. */
function fewestToBest(
  study: Study,
  levers: readonly Usable[],
  ends: readonly Steps[],
  scored: (steps: Steps) => Score,
): Steps {
  const [end, best] = ends
    .map((steps) => [steps, scored(steps)] as const)
    .reduce((best, one) => (isAsGood(study, best[1], one[1]) ? best : one))
  return takenBack(levers, end, (steps) => isAsGood(study, scored(steps), best))
}

const isAt = ({ world }: Study, { tier, is_rated }: Score, place: number) =>
  is_rated && placeOf(world, tier) <= place

/** Of two tiers the higher one is better, of one tier the total. */
function isAsGood({ world }: Study, score: Score, other: Score): boolean {
  const [place, otherPlace] = [placeOf(world, score.tier), placeOf(world, other.tier)]
  return place === otherPlace ? score.total_sos >= other.total_sos : place < otherPlace
}
