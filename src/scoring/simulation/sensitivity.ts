import { usable } from './best-of-lever.ts'
import type { Open } from './cheapest-path/path-answer.ts'
import { goalsOf, placeOf } from './goals.ts'
import { changeBy, scoreAfter } from './levers/apply-steps.ts'
import type { LeverName } from './levers/levers.ts'
import { aloneTo, fewestSteps, goalReached } from './single-lever.ts'
import { type Offer, offersOf, type Study, studyOf } from './study.ts'
import type { World } from './world.ts'

/** What one lever can do. */
export type Sensitivity = {
  lever: LeverName
  metric: string
  /** The most steps that it can go */
  most: number
  /** What one step, and all of them, change of the total; two decimals */
  one_step: number
  all: number
  /** The fewest steps that reach the next tier by it alone; null when it can't */
  alone: number | null
  /** The fewest steps the wrong way that lose the tier; null when it can't */
  to_lose: number | null
}

/**
 * What each lever that a world offers can do by itself, in the order of `LEVERS`; `open` bounds the way that is better,
 * `risk` the wrong way, as `atPace` has them.
 */
export function sensitivity(world: World, open: Open = {}, risk: Open = {}): Sensitivity[] {
  const study = studyOf(world)
  const worse = new Map(offersOf(study, 'worse', risk).map((offer) => [offer.movement.name, offer]))
  return offersOf(study, 'better', open).map((offer): Sensitivity => {
    const { name, most } = offer.movement
    return {
      lever: name,
      metric: offer.measurements[0].rule.metric.name,
      most,
      one_step: changeBy(study, offer.movement, Math.min(1, most)),
      all: changeBy(study, offer.movement, most),
      alone: alone(study, offer),
      to_lose: toLose(study, worse.get(name) ?? offer),
    }
  })
}

function alone(study: Study, offer: Offer): number | null {
  const { world, score } = study
  const place = placeOf(world, score.tier) - 1
  if (!score.is_rated || place < 0) return null
  return aloneTo(study, usable(study, offer), goalsOf(world, place), (steps) => {
    const after = scoreAfter(study, [offer.movement], steps)
    return placeOf(world, after.tier) <= place
  })
}

function toLose(study: Study, offer: Offer): number | null {
  const { world, score } = study
  const place = placeOf(world, score.tier)
  if (!score.is_rated || offer.movement.way === 'better') return null
  const lever = usable(study, offer)
  const reached = goalReached(study, lever, goalsOf(world, place))
  const lost = (steps: number) => {
    const after = scoreAfter(study, [offer.movement], { [lever.name]: steps })
    return placeOf(world, after.tier) > place
  }
  return fewestSteps(lever.points, (steps) => {
    const known = reached(steps)
    return known === null ? lost(steps) : !known
  })
}
