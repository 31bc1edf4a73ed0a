import type { Explanation } from '../../../logic/waterfall.ts'
import { words } from '../words.ts'

/** The summary of a score: tier, way, greatest loss, what is missing to the next tier. */
export function sentencesOf({ period, tier, trend, metrics }: Explanation): string[] {
  const first = tier.is_rated ? words.sumTier(tier.name, period) : words.sumUnrated(period)
  const worst = metrics[0]
  const lost = worst?.points_lost ?? 0
  const loss = worst && lost > 0 ? words.sumCosts(worst.metric, lost) : words.sumPerfect
  return [first, ...(tier.is_rated ? [wayOf(trend)] : []), loss, ...(tier.is_rated ? [nextOf(tier)] : [])]
}

function wayOf({ direction, delta, previous_period }: Explanation['trend']): string {
  if (!previous_period) return words.sumNew
  if (direction === 'up') return words.sumUp(delta, previous_period)
  return direction === 'down' ? words.sumDown(delta, previous_period) : words.sumFlat(previous_period)
}

function nextOf({ next }: Explanation['tier']): string {
  if (!next) return words.sumTop
  return next.points_missing > 0
    ? words.sumNext(next.points_missing, next.name)
    : words.sumFloors(next.name, next.components_below)
}
