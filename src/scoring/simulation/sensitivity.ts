import type { TierRecord } from '../tier.ts'
import type { Open } from './cheapest-path/cheapest-path.ts'
import { fewestSteps, leverPoints } from './levers/lever-points.ts'
import { changeBy, type Offer, offersOf, scoreAfter, studyOf } from './study.ts'
import { isAt, placeOf, tiersOf, type World } from './world.ts'

/**
 * What each lever that a world offers can do by itself, in the order of `LEVERS`; `open` bounds the way that is better,
 * `risk` the wrong way, as `atPace` has them. `one_step` and `all` steps change the total by so much, two decimals;
 * `alone` is the fewest steps that reach the next tier, `to_lose` the fewest the wrong way that lose the tier.
 */
export function sensitivity(world: World, open: Open = {}, risk: Open = {}) {
  const study = studyOf(world)
  const worse = new Map(offersOf(study, 'worse', risk).map((offer) => [offer.name, offer]))
  const place = placeOf(world, study.score.tier)
  const [above, own] = study.score.is_rated ? [tiersOf(world)[place - 1], tiersOf(world)[place]] : []
  /** The fewest steps after which the score is at a tier, or no longer. */
  const fewest = (offer: Offer, tier: TierRecord, reached: boolean) =>
    fewestSteps(leverPoints(study, offer), (steps) => {
      const after = scoreAfter(study, [offer], { [offer.name]: steps })
      return isAt(world, after, tier) === reached
    })
  return offersOf(study, 'better', open).map((offer) => {
    const { name, most } = offer
    const wrong = worse.get(name)
    return {
      lever: name,
      metric: offer.measurements[0].rule.metric.name,
      most,
      one_step: changeBy(study, offer, Math.min(1, most)),
      all: changeBy(study, offer, most),
      alone: above ? fewest(offer, above, true) : null,
      to_lose: own && wrong ? fewest(wrong, own, false) : null,
    }
  })
}
