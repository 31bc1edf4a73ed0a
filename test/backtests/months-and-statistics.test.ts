import t from 'tap'
import { shiftPeriod } from '../../src/domain/business-time.ts'
import { finishedMonths } from '../../src/domain/finished-months.ts'
import { psi } from '../../src/statistics/psi.ts'
import { spearman } from '../../src/statistics/ranking.ts'

t.test('the population stability index', async (t) => {
  t.equal(psi([20, 30, 50], [25, 35, 40]).toFixed(4), '0.0412')
  t.equal(psi([2, 3, 5], [250, 350, 400]).toFixed(4), '0.0412', 'is of shares')
  t.equal(psi([1, 2, 3], [10, 20, 30]), 0)
  t.equal(psi([1, 0], [1, 0]), 0, 'a bin that neither has counts nothing')
  t.equal(
    psi([1, 0], [0, 1]).toFixed(4),
    (2 * 0.9999 * Math.log(10_000)).toFixed(4),
    'an empty bin is 0.0001',
  )
  t.equal(psi([], []), 0)
})

/** The sums over twice the average ranks of some pairs. */
function sumsOf(pairs: [number, number][]) {
  const rank = (values: number[], of: number) =>
    2 * values.filter((value) => value < of).length + values.filter((value) => value === of).length + 1
  const xs = pairs.map(([x]) => x)
  const ys = pairs.map(([, y]) => y)
  const sum = (term: (x: number, y: number) => number) =>
    String(pairs.reduce((all, [x, y]) => all + term(rank(xs, x), rank(ys, y)), 0))
  return {
    n: String(pairs.length),
    x: sum((x) => x),
    y: sum((_, y) => y),
    xx: sum((x) => x * x),
    yy: sum((_, y) => y * y),
    xy: sum((x, y) => x * y),
  }
}

t.test('the rank correlation', async (t) => {
  const of = (...pairs: [number, number][]) => spearman(sumsOf(pairs))
  t.equal(of([1, 10], [2, 20], [3, 21]), 1)
  t.equal(of([1, 30], [2, 20], [3, 10]), -1)
  t.equal(
    of(
      [106, 7],
      [100, 27],
      [86, 2],
      [101, 50],
      [99, 28],
      [103, 29],
      [97, 20],
      [113, 12],
      [112, 6],
      [110, 17],
    )?.toFixed(6),
    '-0.175758',
  )
  t.equal(of([1, 1], [1, 2], [2, 3])?.toFixed(6), '0.866025', 'tied values have their average rank')
  t.equal(of([1, 5], [2, 5]), null, 'a single value has no rank')
  t.equal(of(), null)
})

t.test('a period is shifted by months in any year', async (t) => {
  const cases: [string, number, string][] = [
    ['2026-11', 0, '2026-11'],
    ['2026-11', 2, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-05', -29, '2023-12'],
    ['0100-01', -1, '0099-12'],
    ['0099-12', 1, '0100-01'],
    ['0001-01', 1, '0001-02'],
    ['0001-03', -24, '0000-01'],
    ['9999-11', 1, '9999-12'],
    ['9999-11', 2, '9999-12'],
  ]
  for (const [period, months, shifted] of cases)
    t.equal(shiftPeriod(period, months), shifted, `${period} by ${months}`)
})

t.test('months of the first century are counted as any others', async (t) => {
  t.same(finishedMonths('0001-01', '0001-03', '2026-11'), ['0001-01', '0001-02', '0001-03'])
  t.equal(finishedMonths('0098-02', '0100-01', '2026-11').length, 24)
  t.throws(() => finishedMonths('0098-01', '0100-01', '2026-11'), /more than 24 months/)
})
