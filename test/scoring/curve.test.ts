import fc from 'fast-check'
import t from 'tap'
import { type CurvePoints, prepareCurve, readCurve } from '../../src/scoring/curve.ts'
import { compare, divide, parse, round } from '../../src/scoring/rational.ts'

const falling: CurvePoints = [
  [0.5, 100],
  [1, 90],
  [2.5, 60],
  [10, 0],
]

t.test('linear between its points and level beyond them', async (t) => {
  const curve = prepareCurve(falling)
  const cases: [string, number][] = [
    ['-3', 100],
    ['0', 100],
    ['0.5', 100],
    ['0.75', 95],
    ['1', 90],
    ['1.8', 74],
    ['2.5', 60],
    ['6.25', 30],
    ['10', 0],
    ['10.000001', 0],
    ['1000000', 0],
  ]
  for (const [x, points] of cases)
    await t.test(`${x} is ${points} points`, async (t) =>
      t.equal(round(readCurve(curve, parse(x)), 6), points),
    )
})

t.test('a rising curve with decimal points, and a value that is no decimal', async (t) => {
  const curve = prepareCurve([
    [-5, 0.5],
    [0, 50.25],
    [5, 100],
  ])
  t.equal(round(readCurve(curve, divide(parse(-10), parse(3))), 6), 17.083333)
  t.equal(round(readCurve(curve, parse(-5)), 6), 0.5)
})

t.test('a level stretch keeps its points', async (t) => {
  const curve = prepareCurve([
    [2, 40],
    [4, 100],
    [13, 100],
    [22, 70],
  ])
  t.strictSame(
    [4, 9, 13, 17.5].map((x) => round(readCurve(curve, parse(x)), 6)),
    [100, 100, 100, 85],
  )
})

t.test('on a falling curve a higher value never brings more points', async () => {
  const curve = prepareCurve(falling)
  const value = fc.tuple(fc.integer({ min: -100, max: 2000 }), fc.integer({ min: 1, max: 300 }))
  fc.assert(
    fc.property(value, value, ([n, d], [m, e]) => {
      const [a, b] = [divide(parse(n), parse(d)), divide(parse(m), parse(e))]
      const [low, high] = compare(a, b) <= 0 ? [a, b] : [b, a]
      return compare(readCurve(curve, low), readCurve(curve, high)) >= 0
    }),
  )
})
