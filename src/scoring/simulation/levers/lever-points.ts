import type { Facts } from '../../aggregates.ts'
import { measure } from '../../measure.ts'
import { divide, multiply, parse, type Rational, subtract, sum } from '../../rational.ts'
import { fromUnits } from '../decimal-units.ts'
import { type Offer, type Study, valuedOf } from '../study.ts'
import { breakOf, type Movement, moveBy } from './movement.ts'

/** Points are held as whole numbers of 10⁻¹² points, rounded down: 100 points are far below 2⁵³ of them. */
export const POINT = 1e12
const UNIT = 10n ** 12n

/** A fraction of points in those units, rounded down; it must not be negative. */
export const toPointUnits = ({ n, d }: Rational): number => Number((n * UNIT) / d)

/** So many units as a fraction. */
export const fromPointUnits = (units: number): Rational => ({ n: BigInt(Math.floor(units)), d: UNIT })

/**
 * What a lever brings its component, in units of 10⁻¹² points, after so many steps. Curves are linear in between, so
 * it is read exactly where its slope changes and in between comes from its two ends.
 */
export type LeverPoints = {
  most: number
  /** The steps at which the slope changes, rising, 0 and `most` included */
  turns: readonly number[]
  /** Between turns every so manieth steps are linear. */
  stride: number
  at(steps: number): number
}

/** The facts after so many steps of a lever. */
export function factsAfter(facts: Facts, movement: Movement, steps: number): Facts {
  const changed = { ...facts }
  for (const { fact, after } of moveBy(facts, movement, steps))
    changed[fact] = fromUnits(after, movement.decimals)
  return changed
}

/** A lever's points; `most` is the most steps that are looked at. */
export function leverPoints(study: Study, offer: Offer, most = offer.movement.most): LeverPoints {
  const { movement, measurements, component } = offer
  const feeds = study.world.input.feeds_in_use
  const weight = sum(valuedOf(study, component).map(({ rule }) => rule.weight))
  const facts = { ...study.facts } // one copy for all steps: to make one takes longer than to read a metric
  const exactly = (steps: number): number => {
    for (const { fact, after } of moveBy(study.facts, movement, steps))
      facts[fact] = fromUnits(after, movement.decimals)
    const points = measurements.map(({ rule }) =>
      multiply(measure(rule, facts, feeds).points ?? parse(0), rule.weight),
    )
    return toPointUnits(divide(sum(points), weight))
  }
  const turns = turnsOf(study, offer, most)
  // Forecasts that cancel out each other are off by one order every other step: both rows of steps are linear.
  const stride = breakOf(study.facts, movement) === null ? 1 : 2
  const exact = new Map<number, number>()
  const known = (steps: number) => {
    let points = exact.get(steps)
    if (points === undefined) {
      points = exactly(steps)
      exact.set(steps, points)
    }
    return points
  }
  const at = (steps: number) => {
    const from = turns.findLast((turn) => turn <= steps) ?? 0
    const to = turns.find((turn) => turn > steps)
    if (from === steps || to === undefined) return known(from)
    const [low, high] = [from + ((steps - from) % stride), to - ((to - steps) % stride)]
    if (low === steps || high === steps) return known(steps)
    return known(low) + ((known(high) - known(low)) * (steps - low)) / (high - low)
  }
  return { most, turns, stride, at }
}

/** Every number of steps at which a metric passes a point of its curve, or moves otherwise than before. */
function turnsOf({ facts, world }: Study, { movement, measurements }: Offer, most: number): number[] {
  const breaks = [0, movement.most - 1, breakOf(facts, movement) ?? 0]
  for (const { rule, value } of movement.most > 1 ? measurements : []) {
    const next = measure(rule, factsAfter(facts, movement, 1), world.input.feeds_in_use).value
    const slope = next && subtract(next, value)
    if (!slope || slope.n === 0n) continue
    for (const [x] of rule.rule.curve) breaks.push(floorOf(divide(subtract(parse(x), value), slope)))
  }
  const turns = new Set([0, most])
  for (const steps of breaks)
    for (const near of [steps, steps + 1]) if (near > 0 && near < most) turns.add(near)
  return [...turns].sort((a, b) => a - b)
}

/** A fraction rounded down to a number of steps; what is far off stays far off. */
function floorOf({ n, d }: Rational): number {
  const cut = n / d
  return Number(n < 0n && cut * d !== n ? cut - 1n : cut)
}

/** The steps that bring the least points and those that bring the most, the fewest of them each. */
export function extremesOf({ turns, at, most }: LeverPoints): { least: number; most: number } {
  const near = turns
    .flatMap((turn) => [turn - 1, turn, turn + 1])
    .filter((steps) => steps >= 0 && steps <= most)
    .sort((a, b) => at(a) - at(b) || a - b)
  const highest = at(near.at(-1) ?? 0)
  return { least: near[0] ?? 0, most: near.find((steps) => at(steps) === highest) ?? 0 }
}
