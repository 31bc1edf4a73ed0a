import fc from 'fast-check'
import t from 'tap'
import { pointsAt, valueFor } from '../../../../console/logic/seller/ladder.ts'

/** Curves of whole points whose x rises. */
const curves = fc
  .uniqueArray(fc.integer({ min: 0, max: 120 }), { minLength: 2, maxLength: 7 })
  .chain((xs) =>
    fc
      .array(fc.integer({ min: 0, max: 100 }), { minLength: xs.length, maxLength: xs.length })
      .map((ys) => xs.toSorted((a, b) => a - b).map((x, index): [number, number] => [x, ys[index] ?? 0])),
  )

t.test('the value of a rung brings the points that are asked for', async (t) => {
  fc.assert(
    fc.property(
      curves,
      fc.integer({ min: 0, max: 120 }),
      fc.integer({ min: 0, max: 100 }),
      (curve, value, points) => {
        const found = valueFor(curve, value, points)
        const reached = curve.map(([, y]) => y)
        if (points > Math.max(...reached) || points < Math.min(...reached)) return t.equal(found, null)
        const slope = Math.max(
          ...curve
            .slice(1)
            .map(([x, y], i) => Math.abs((y - (curve[i]?.[1] ?? 0)) / (x - (curve[i]?.[0] ?? 0)))),
        )
        t.ok(
          Math.abs((pointsAt(curve, found ?? -1) ?? -1) - points) <= slope * 0.011 + 1e-6,
          `${found} of ${JSON.stringify(curve)}`,
        )
      },
    ),
  )
})

t.test('the nearest value counts, rounded to the better side', async (t) => {
  const cover: [number, number][] = [
    [0, 0],
    [4, 100],
    [13, 100],
    [22, 70],
  ]
  t.equal(valueFor(cover, 1, 80), 3.2)
  t.equal(valueFor(cover, 22, 80), 19)
  t.equal(
    valueFor(
      [
        [0.5, 100],
        [1, 90],
        [2.5, 60],
      ],
      2.4,
      70,
    ),
    2,
  )
  t.equal(
    valueFor(
      [
        [80, 0],
        [90, 60],
        [95, 85],
      ],
      81,
      61,
    ),
    90.2,
  )
  t.equal(
    valueFor(
      [
        [0, 100],
        [3, 0],
      ],
      2,
      50.1,
    ),
    1.49,
    'down where less is better',
  )
})
