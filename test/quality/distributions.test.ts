import t from 'tap'
import { psiOf, shiftedDistributions } from '../../src/domain/quality/distributions.ts'

const evenly = (count: number, from = 0, to = 100) =>
  Array.from({ length: count }, (_, n) => from + ((to - from) * n) / count)

t.test('the same distribution has no shift, ten bins moved by one have', async (t) => {
  t.equal(psiOf(evenly(1000), evenly(1000)), 0)
  t.ok(psiOf(evenly(1000), evenly(1000, 10, 110)) > 0.25)
})

t.test('where all values are equal nothing can be told apart', async (t) => {
  const same = Array.from({ length: 50 }, () => 100)
  t.equal(psiOf(same, same), 0)
  t.equal(
    shiftedDistributions('2026-05', [{ name: 'total', before: [], after: same, sellers: 50 }]).length,
    0,
  )
})

t.test('a shift above the limit warns, of few sellers it does not', async (t) => {
  const shifted = (count: number) =>
    shiftedDistributions('2026-05', [
      { name: 'on_time_ready_rate', before: evenly(count), after: evenly(count, 15, 115), sellers: count },
    ])
  t.match(shifted(1000), [
    {
      id: 'distribution:on_time_ready_rate',
      level: 'warning',
      expected: 0.25,
      sellers: 1000,
      sentence: /its mean went from 49.95 to 64.95/,
    },
  ])
  t.same(shifted(10), [])
})
