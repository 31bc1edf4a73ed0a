import type { Facts } from '../../aggregates.ts'
import type { Component } from '../../components.ts'
import { measure } from '../../measure.ts'
import { divide, multiply, parse, type Rational, subtract, sum } from '../../rational.ts'
import { fromUnits } from '../decimal-units.ts'
import { type Offer, type Study, valuedOf } from '../study.ts'
import { type LeverName, leverNamed } from './levers.ts'
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
type LeverPoints = {
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
export function leverPoints(study: Study, offer: Offer, most = offer.most): LeverPoints {
  const { measurements, component, decimals } = offer
  const feeds = study.world.input.feeds_in_use
  const weight = sum(valuedOf(study, component).map(({ rule }) => rule.weight))
  const facts = { ...study.facts } // one copy for all steps: to make one takes longer than to read a metric
  const exactly = (steps: number): number => {
    for (const { fact, after } of moveBy(study.facts, offer, steps)) facts[fact] = fromUnits(after, decimals)
    const points = measurements.map(({ rule }) =>
      multiply(measure(rule, facts, feeds).points ?? parse(0), rule.weight),
    )
    return toPointUnits(divide(sum(points), weight))
  }
  const turns = turnsOf(study, offer, most)
  // Forecasts that cancel out each other are off by one order every other step: both rows of steps are linear.
  const stride = breakOf(study.facts, offer) === null ? 1 : 2
  const known = once(exactly)
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

/** Asks of each number of steps once. */
function once<Answer>(ask: (steps: number) => Answer) {
  const known = new Map<number, Answer>()
  return (steps: number) => {
    if (!known.has(steps)) known.set(steps, ask(steps))
    return known.get(steps) as Answer
  }
}

/** Every number of steps at which a metric passes a point of its curve, or moves otherwise than before. */
function turnsOf({ facts, world }: Study, offer: Offer, most: number): number[] {
  const breaks = [0, offer.most - 1, breakOf(facts, offer) ?? 0]
  for (const { rule, value } of offer.most > 1 ? offer.measurements : []) {
    const next = measure(rule, factsAfter(facts, offer, 1), world.input.feeds_in_use).value
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
function extremesOf({ turns, at, most }: LeverPoints): { least: number; most: number } {
  const near = turns
    .flatMap((turn) => [turn - 1, turn, turn + 1])
    .filter((steps) => steps >= 0 && steps <= most)
    .sort((a, b) => at(a) - at(b) || a - b)
  const highest = at(near.at(-1) ?? 0)
  return { least: near[0] ?? 0, most: near.find((steps) => at(steps) === highest) ?? 0 }
}

/** Steps of levers; those that are not named stay. */
export type Steps = Partial<Record<LeverName, number>>

/** An offered lever that may be used: what a step costs, and what its steps bring. */
export type Usable = { name: LeverName; component: Component; effort: number; points: LeverPoints }

/** An offered lever as it may be used. */
export function usable(study: Study, offer: Offer, efforts: Steps = {}, limits: Steps = {}): Usable {
  const { name, most } = offer
  const points = leverPoints(study, offer, Math.min(most, limits[name] ?? most))
  return { name, component: offer.component, effort: efforts[name] ?? 1, points }
}

/** The lever up to the steps that bring the most points: further ones bring less. */
export function highestOf(lever: Usable): Usable {
  const { most } = extremesOf(lever.points)
  const turns = lever.points.turns.filter((turn) => turn <= most)
  return { ...lever, points: { ...lever.points, most, turns } }
}

/** The levers by the fact that they move: of those that move the same one at most is used. */
export const groupsOf = (levers: readonly Usable[]): Usable[][] => [
  ...Map.groupBy(levers, ({ name }) => leverNamed(name).fact).values(),
]

/** All steps of all levers; of two that move the same fact those of the better one. */
export const stepsOfAll = (levers: readonly Usable[]): Steps =>
  Object.fromEntries(
    groupsOf(levers).map((group) => {
      const { name, points } = group.reduce((best, one) => (highest(one) > highest(best) ? one : best))
      return [name, points.most]
    }),
  )

const highest = ({ points }: Usable) => points.at(points.most)

/** Σ effort × steps */
export const costOf = (levers: readonly Usable[], steps: Steps): number =>
  levers.reduce((cost, { name, effort }) => cost + effort * (steps[name] ?? 0), 0)

/** The first of every `stride`th number of a range for which it holds, when it holds from there to one of both ends. */
export function firstOf(
  [first, last]: readonly [number, number],
  holds: (number: number) => boolean,
  stride = 1,
): number | null {
  if (first > last) return null
  if (holds(first)) return first
  let [low, high] = [0, Math.floor((last - first) / stride)]
  if (!holds(first + stride * high)) return null
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(first + stride * middle)) high = middle
    else low = middle
  }
  return first + stride * high
}

/**
 * The fewest steps for which something holds that only depends on a lever's points, the same way up or down. Between
 * two turns these go one way, so that halving finds the first.
 */
export function fewestSteps(points: LeverPoints, holds: (steps: number) => boolean): number | null {
  const known = once(holds)
  const { turns, stride } = points
  if (!Object.values(extremesOf(points)).some(known)) return null
  for (const [index, to] of turns.entries()) {
    const from = turns[index - 1] ?? 0
    const found = Array.from({ length: stride }, (_, more) => firstOf([from + more, to], known, stride))
    const first = Math.min(...found.map((steps) => steps ?? Infinity))
    if (first < Infinity) return first
  }
  return null
}

/** The steps without all those that are not needed, the dearest levers first. */
export function takenBack(levers: readonly Usable[], steps: Steps, accepts: (steps: Steps) => boolean) {
  const left = { ...steps }
  for (const { name } of levers.toSorted((a, b) => b.effort - a.effort)) {
    const most = left[name] ?? 0
    left[name] = firstOf([0, most], (fewer) => accepts({ ...left, [name]: fewer })) ?? most
  }
  return left
}
