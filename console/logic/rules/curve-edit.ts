import { type CurvePoints, prepareCurve, readCurve } from '../../../src/scoring/curve.ts'
import { parse, round } from '../../../src/scoring/rational.ts'

/**
 * Edits of a curve. What comes out of a usable curve is usable: two to fifty points whose x rises, points within
 * 0 and 100. A point never passes its neighbours. Steps are of the curve's own size, so a drag ends at round numbers.
 */
export type { CurvePoints }
export type Place = [x: number, points: number]

export const MOST_POINTS = 50
export const FEWEST_POINTS = 2

/** The points that a value brings, as scores are made of it: two decimals. */
export const pointsOf = (curve: CurvePoints, value: number): number =>
  round(readCurve(prepareCurve(curve), parse(value)), 2)

/** How far an arrow key moves a point along x: a power of ten, a hundredth or so of the curve's width. */
export function stepOf(curve: CurvePoints): number {
  const width = (curve.at(-1)?.[0] ?? 1) - (curve[0]?.[0] ?? 0)
  return 10 ** Math.max(-6, Math.floor(Math.log10(width / 50)))
}

/** Between which x a point may lie: its neighbours, or no limit (±Infinity). */
export const boundsOf = (curve: CurvePoints, index: number): [low: number, high: number] => [
  curve[index - 1]?.[0] ?? -Infinity,
  curve[index + 1]?.[0] ?? Infinity,
]

/** A point taken somewhere: on the grid of `step`, and as far as its neighbours let it go. */
export function movePoint(
  curve: CurvePoints,
  index: number,
  [x, points]: Place,
  step = stepOf(curve),
): CurvePoints {
  const before = curve[index]
  if (!before) return curve
  const [low, high] = boundsOf(curve, index)
  const wanted = onGrid(Math.min(Math.max(x, low + step), high - step), step)
  const fits = wanted > low && wanted < high
  return curve.with(index, [fits ? wanted : before[0], within(Math.round(points))])
}

/** A point as it was typed, to the last decimal. @returns null when the neighbours or 0 to 100 do not allow it */
export function setPoint(curve: CurvePoints, index: number, [x, points]: Place): CurvePoints | null {
  const [low, high] = boundsOf(curve, index)
  const fits = Number.isFinite(x) && Math.abs(x) <= LARGEST && x > low && x < high
  return fits && points >= 0 && points <= 100 && curve[index] ? curve.with(index, [x, points]) : null
}

/**
 * One point more at x, where the curve is, so that no value brings other points than before.
 * @returns the curve and where the new point is in it; null when there is no room
 */
export function addPoint(curve: CurvePoints, x: number): { curve: CurvePoints; index: number } | null {
  if (curve.length >= MOST_POINTS || !Number.isFinite(x) || Math.abs(x) > LARGEST) return null
  if (curve.some(([known]) => known === x)) return null
  const after = curve.findIndex(([known]) => known > x)
  const index = after < 0 ? curve.length : after
  return { curve: curve.toSpliced(index, 0, [x, pointsOf(curve, x)]), index }
}

/** One point more after another, half-way to the next; after the last one, as far beyond it as the gap before it. */
export function addAfter(curve: CurvePoints, index: number) {
  const [here, next, before] = [curve[index]?.[0] ?? 0, curve[index + 1]?.[0], curve[index - 1]?.[0]]
  const middle =
    next === undefined ? here + Math.max(here - (before ?? here), stepOf(curve)) : (here + next) / 2
  const rounded = onGrid(middle, stepOf(curve))
  const fits = rounded > here && (next === undefined || rounded < next)
  return addPoint(curve, fits ? rounded : middle)
}

/** The curve without a point, as long as two are left. */
export const removePoint = (curve: CurvePoints, index: number): CurvePoints =>
  curve.length > FEWEST_POINTS ? curve.filter((_, at) => at !== index) : curve

/** Whether two curves have the same points. */
export const isSameCurve = (a: CurvePoints, b: CurvePoints) =>
  a.length === b.length && a.every(([x, points], index) => b[index]?.[0] === x && b[index]?.[1] === points)

/** Larger x lose decimals; no metric comes near. */
const LARGEST = 1e9

const within = (points: number) => Math.min(100, Math.max(0, points))

/** The nearest multiple of a power of ten, with no tail of a floating point. */
function onGrid(x: number, step: number): number {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)))
  return Number((Math.round(x / step) * step).toFixed(decimals))
}
