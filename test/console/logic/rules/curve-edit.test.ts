import fc from 'fast-check'
import t from 'tap'
import {
  addAfter,
  addPoint,
  type CurvePoints,
  FEWEST_POINTS,
  MOST_POINTS,
  movePoint,
  pointsOf,
  removePoint,
  setPoint,
  stepOf,
} from '../../../../console/logic/rules/curve-edit.ts'
import { ruleSetProblem } from '../../../../src/scoring/rule-set.ts'

const at = fc.oneof(fc.integer({ min: -500, max: 500 }), fc.double({ min: -500, max: 500, noNaN: true }))
const points = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double({ min: 0, max: 100, noNaN: true }))
const curves: fc.Arbitrary<CurvePoints> = fc
  .uniqueArray(fc.tuple(at, points), { minLength: 2, maxLength: 12, selector: ([x]) => x + 0 })
  .map((places) => places.sort(([a], [b]) => a - b))

const index = fc.nat(12)
const anywhere = fc.double({ min: -1e4, max: 1e4, noNaN: true })
const edits = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), index, x: anywhere, y: anywhere }),
  fc.record({ kind: fc.constant('set' as const), index, x: fc.double(), y: fc.double() }),
  fc.record({ kind: fc.constant('add' as const), x: fc.double() }),
  fc.record({ kind: fc.constant('after' as const), index }),
  fc.record({ kind: fc.constant('remove' as const), index }),
)
type Edit = typeof edits extends fc.Arbitrary<infer T> ? T : never

function edited(curve: CurvePoints, edit: Edit): CurvePoints {
  if (edit.kind === 'move') return movePoint(curve, edit.index, [edit.x, edit.y])
  if (edit.kind === 'set') return setPoint(curve, edit.index, [edit.x, edit.y]) ?? curve
  if (edit.kind === 'add') return addPoint(curve, edit.x)?.curve ?? curve
  if (edit.kind === 'after') return addAfter(curve, edit.index % curve.length)?.curve ?? curve
  return removePoint(curve, edit.index)
}

/** What the service itself says of a curve. */
const problemOf = (curve: CurvePoints) =>
  ruleSetProblem('o-score', [{ metric: 'on_time_ready_rate', weight: 1, min_volume: 1, params: {}, curve }])

t.test('whatever is done to a usable curve, the service takes it', async (t) => {
  fc.assert(
    fc.property(curves, fc.array(edits, { maxLength: 30 }), (curve, all) => {
      const result = all.reduce(edited, curve)
      t.equal(problemOf(result), null, JSON.stringify(result))
      t.ok(result.length >= FEWEST_POINTS && result.length <= MOST_POINTS)
    }),
    { numRuns: 300 },
  )
})

t.test('a point more changes the points of no value', async (t) => {
  const whole = fc.uniqueArray(
    fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: 0, max: 100 })),
    {
      minLength: 2,
      selector: ([x]) => x,
    },
  )
  fc.assert(
    fc.property(
      whole,
      fc.integer({ min: -99, max: 99 }),
      fc.integer({ min: -120, max: 120 }),
      (all, x, value) => {
        const curve = all.sort(([a], [b]) => a - b) as CurvePoints
        const more = addPoint(curve, x)?.curve ?? curve
        const off = Math.abs(pointsOf(more, value) - pointsOf(curve, value))
        t.ok(off <= 0.011, `${off} at ${value} of ${JSON.stringify(more)}`) // the new point has two decimals
      },
    ),
  )
})

t.test('a move touches one point only, and stays between its neighbours', async (t) => {
  fc.assert(
    fc.property(curves, index, anywhere, anywhere, (curve, which, x, y) => {
      const moved = movePoint(curve, which, [x, y])
      t.equal(moved.length, curve.length)
      t.same(
        moved.filter((_, place) => place !== which),
        curve.filter((_, place) => place !== which),
      )
    }),
  )
})

const LATE: CurvePoints = [
  [80, 0],
  [90, 60],
  [95, 85],
  [98, 100],
]

t.test('a drag ends at round numbers, a typed number is kept to the last decimal', async (t) => {
  t.equal(stepOf(LATE), 0.1)
  t.same(movePoint(LATE, 2, [96.38, 70.7])[2], [96.4, 71])
  t.same(movePoint(LATE, 2, [96.38, 70.7], 0.5)[2], [96.5, 71])
  t.same(movePoint(LATE, 2, [200, 300])[2], [97.9, 100], 'not beyond the next point')
  t.same(setPoint(LATE, 2, [96.385, 70.25])?.[2], [96.385, 70.25])
})

t.test('a typed number that would make the curve unusable is refused', async (t) => {
  t.equal(setPoint(LATE, 2, [98, 85]), null)
  t.equal(setPoint(LATE, 2, [90, 85]), null)
  t.equal(setPoint(LATE, 2, [95, 101]), null)
  t.equal(setPoint(LATE, 2, [Number.NaN, 85]), null)
})

t.test('a curve reads as the service scores', async (t) => {
  t.equal(pointsOf(LATE, 92), 70)
  t.equal(pointsOf(LATE, 70), 0)
  t.equal(pointsOf(LATE, 99), 100)
})

t.test('a point is added half-way to the next, or beyond the last', async (t) => {
  t.same(addAfter(LATE, 0), { curve: LATE.toSpliced(1, 0, [85, 30]), index: 1 })
  t.same(addAfter(LATE, 3)?.curve.at(-1), [101, 100])
  t.same(removePoint(LATE.slice(0, 2) as CurvePoints, 0), LATE.slice(0, 2), 'two points stay')
})
