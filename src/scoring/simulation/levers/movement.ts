import type { AggregateName, Facts } from '../../aggregates.ts'
import { type Rational, whole } from '../../rational.ts'
import { decimalsOf, toUnits } from '../decimal-units.ts'
import { type LeverName, leverNamed } from './levers.ts'

/** A direction of a lever: what it is for, or against it. */
export type Way = 'better' | 'worse'

/** How far a lever can go in a world. Amounts are whole units of the last digit of its fact. */
export type Movement = {
  name: LeverName
  way: Way
  decimals: number
  /** above zero */
  step: bigint
  /** how much of the fact can move; the last step is clipped to it */
  movable: bigint
  /** how many steps that is */
  most: number
}

/** An aggregate that moved, before and after, in units of the movement's last digit. */
type Moved = { fact: AggregateName; before: bigint; after: bigint }

/** More steps than these are never counted: costs stay whole numbers. */
const ENDLESS = 1e12

/** How a lever moves in a world, all the way or up to what is `open`; null when a step would be nothing. */
export function movementOf(name: LeverName, facts: Facts, way: Way, open?: Rational): Movement | null {
  const lever = leverNamed(name)
  const base = lever.percentOf ?? lever.allOf
  const read: Rational[] = [facts[lever.fact], ...(base ? [facts[base]] : []), ...(open ? [open] : [])]
  if (name === 'closer_forecast') read.push(facts.forecast_total)
  const decimals = Math.max(lever.decimals ?? 0, ...read.map(decimalsOf))
  const units = (value: Rational) => toUnits(value, decimals)
  const one = units(whole(1n))
  const step = lever.percentOf
    ? ceiling(units(facts[lever.percentOf]), 100n)
    : lever.allOf
      ? units(facts[lever.allOf])
      : one
  if (step <= 0n) return null
  const value = units(facts[lever.fact])
  const ceilingFact = lever.atMost && units(facts[lever.atMost]) * (lever.times ?? 1n)
  const rises = (lever.way === 'up') === (way === 'better')
  const endless = step * BigInt(ENDLESS)
  const floor = lever.atLeast ? units(facts[lever.atLeast]) : 0n
  const bounds = [
    rises ? (ceilingFact === undefined ? endless : ceilingFact - value) : value - floor,
    endless,
  ]
  if (lever.steps && way === 'better') bounds.push(lever.steps * step)
  if (open) bounds.push(units(open))
  const movable = largest(0n, smallest(...bounds))
  return { name, way, decimals, step, movable, most: Number(ceiling(movable, step)) }
}

/** The aggregates that so many steps move. */
export function moveBy(facts: Facts, movement: Movement, steps: number): Moved[] {
  const { name, way, decimals, step, movable } = movement
  const lever = leverNamed(name)
  const by = smallest(step * BigInt(steps), movable)
  const before = toUnits(facts[lever.fact], decimals)
  const rises = (lever.way === 'up') === (way === 'better')
  const after = rises ? before + by : before - by
  const moved = { fact: lever.fact, before, after }
  return name === 'closer_forecast' ? [moved, forecastTotal(facts, movement, by, after)] : [moved]
}

/**
 * The sum of the forecasts comes as far closer to the actual one as the forecasts do; beyond that the rows can cancel
 * out each other, up to an odd order. The other way it goes away from it.
 */
function forecastTotal(facts: Facts, { way, decimals }: Movement, by: bigint, error: bigint): Moved {
  const { before, actual, over, off } = forecastOff(facts, decimals)
  const odd = decimals === 0 && error > 0n ? (by - off) % 2n : 0n
  const left = way === 'worse' ? off + by : by <= off ? off - by : odd
  return { fact: 'forecast_total', before, after: over ? actual + left : largest(actual - left, 0n) }
}

/** After how many steps the sum of the forecasts moves otherwise than before; null for a lever without such a break. */
export function breakOf(facts: Facts, { name, way, decimals, step }: Movement): number | null {
  if (name !== 'closer_forecast') return null
  const { before, over, off } = forecastOff(facts, decimals)
  const steps = way === 'better' ? off / step : over ? null : before / step
  return steps === null ? null : Math.min(Number(steps), ENDLESS)
}

function forecastOff(facts: Facts, decimals: number) {
  const [before, actual] = [toUnits(facts.forecast_total, decimals), toUnits(facts.actual_total, decimals)]
  const over = before >= actual
  return { before, actual, over, off: over ? before - actual : actual - before }
}

/** Rounded up; nothing below zero. */
const ceiling = (value: bigint, divisor: bigint) => (value <= 0n ? 0n : (value + divisor - 1n) / divisor)
const rising = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)
const smallest = (...values: bigint[]) => values.toSorted(rising)[0] as bigint
const largest = (...values: bigint[]) => values.toSorted(rising).at(-1) as bigint
