import { divide, multiply, parse, type Rational, reduce, subtract, ZERO } from './rational.ts'

/** What a user writes: points [x, points out of 100], x rising. */
export type CurvePoints = [number, number][]

/** A curve made ready to be read often: between two bounds, points = (a + b × value) ÷ q. */
export type Curve = {
  scale: bigint
  bounds: bigint[]
  first: Rational
  last: Rational
  segments: { a: bigint; b: bigint; q: bigint }[]
}

/** Expects at least two points whose x strictly rises (`ruleSetProblem` tells). */
export function prepareCurve(points: CurvePoints): Curve {
  const exact = points.map(([x, y]) => ({ x: parse(x), y: parse(y) }))
  const scale = exact.reduce((product, { x }) => product * x.d, 1n)
  return {
    scale,
    bounds: exact.map(({ x }) => x.n * (scale / x.d)),
    first: exact[0]?.y ?? ZERO,
    last: exact.at(-1)?.y ?? ZERO,
    segments: exact.slice(1).map((right, index) => segment(exact[index] ?? right, right)),
  }
}

function segment(left: { x: Rational; y: Rational }, right: { x: Rational; y: Rational }) {
  const slope = divide(subtract(right.y, left.y), subtract(right.x, left.x))
  const a = reduce(subtract(left.y, multiply(left.x, slope)))
  const b = reduce(slope)
  return { a: a.n * b.d, b: b.n * a.d, q: a.d * b.d }
}

/** Points of a value: linear between the curve's points, clamped at both ends. */
export function readCurve(curve: Curve, { n, d }: Rational): Rational {
  const scaled = n * curve.scale
  const position = curve.bounds.findIndex((bound) => scaled <= bound * d)
  if (position === 0) return curve.first
  const piece = curve.segments[position - 1]
  if (!piece) return curve.last
  return piece.b === 0n ? { n: piece.a, d: piece.q } : { n: piece.a * d + piece.b * n, d: piece.q * d }
}
