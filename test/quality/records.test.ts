import t from 'tap'
import { type Compared, compareTotals, differingTotals } from '../../src/domain/quality/control-totals.ts'
import { psiOf, shiftedDistributions } from '../../src/domain/quality/distributions.ts'
import { manyRejections } from '../../src/domain/quality/feeds.ts'
import { isCheckId } from '../../src/domain/quality/finding.ts'
import { outdatedScores } from '../../src/domain/quality/outdated.ts'
import { silentSellers } from '../../src/domain/quality/sellers.ts'
import { named } from '../../src/domain/words/plainly.ts'
import { FEEDS } from '../../src/feeds/index.ts'
import { dayOf, MAY } from './months.ts'

const levels = (findings: { level: string }[]) => findings.map(({ level }) => level)

t.test('more than 1 % rejected warns, more than 5 % blocks', async (t) => {
  const rejected = (count: number) =>
    manyRejections({
      ...MAY,
      days: [
        dayOf('revenue', '2026-05-03', 0, { received: 600, rejected: 0 }),
        dayOf('revenue', '2026-05-04', 0, { received: 400, rejected: count }),
        dayOf('revenue', '2026-04-04', 0, { received: 400, rejected: 400 }),
      ],
    })
  t.same(
    [0, 10, 11, 50, 51].map((count) => levels(rejected(count))),
    [[], [], ['warning'], ['warning'], ['block']],
  )
  t.match(rejected(51), [
    {
      id: 'rejections:revenue',
      value: 51,
      sentence:
        'revenue: 51 of 1,000 records of 2026-05 were rejected (5.1 %), most of them on 2026-05-04 (51).',
    },
  ])
})

t.test('any difference to a control total warns, more than 0.5 % blocks', async (t) => {
  const of = (ours: number, theirs: number, seller_code: string | null = null) =>
    differingTotals('2026-05', [
      {
        feed: 'orders',
        seller_code,
        compared: compareTotals({ records: String(ours) }, { records: theirs }),
      },
    ])
  t.same(
    [1000, 999, 1001, 995, 1005, 994, 1006, 0].map((ours) => levels(of(ours, 1000))),
    [[], ['warning'], ['warning'], ['warning'], ['warning'], ['block'], ['block'], ['block']],
  )
  t.same(levels(of(1, 0)), ['block'], 'where nothing was sent, anything is too much')
  t.same(of(0, 0), [])
  t.match(of(990, 1000), [
    {
      id: 'control_total:orders',
      value: 990,
      expected: 1000,
      sellers: 'all',
      sentence:
        'orders: what is stored of 2026-05 differs from what its sender has declared: records 990 instead of 1,000 (10 missing).',
    },
  ])
  t.match(of(990, 1000, 'S-1'), [{ sellers: 1, sentence: /records of S-1 990 instead of 1,000/ }])
})

t.test('the worst total of all is shown first', async (t) => {
  const compared = (ours: string, theirs: number): Compared[] =>
    compareTotals({ amount: ours }, { amount: theirs })
  const found = differingTotals('2026-05', [
    { feed: 'payments', seller_code: null, compared: compared('100.10', 100.2) },
    { feed: 'payments', seller_code: 'S-1', compared: compared('10.00', 20.5) },
    { feed: 'payments', seller_code: 'S-2', compared: compared('90.10', 90.1) },
  ])
  t.match(found, [{ level: 'block', value: 10, expected: 20.5, sellers: 'all' }])
  t.match(
    found[0]?.sentence,
    /amount of S-1 10 instead of 20.5 \(10.5 missing\) and amount 100.1 instead of 100.2/,
  )
})

t.test('silent sellers warn and are named', async (t) => {
  t.same(silentSellers('2026-05', []), [])
  t.match(silentSellers('2026-05', ['S-1', 'S-2']), [
    {
      id: 'silent_sellers',
      level: 'warning',
      value: 2,
      sellers: 2,
      sentence:
        '2 active sellers have no order in 2026-05, and at least 30 in each of the 3 months before: S-1 and S-2.',
    },
  ])
})

t.test('scores of other facts than those that are there block', async (t) => {
  t.same(outdatedScores('2026-05', { changed: 0, ruled: 0, unscored: 0, early: 0, early_on: null }), [])
  t.match(
    outdatedScores('2026-05', { changed: 1, ruled: 0, unscored: 1, early: 2, early_on: '2026-05-20' }),
    [
      {
        id: 'recalculate',
        level: 'block',
        value: 4,
        sellers: 4,
        sentence:
          'The scores of 2026-05 are out of date: facts or campaigns of one seller have changed since the run read them, and one seller has facts and no score, and 2 sellers were calculated before the month was over (2026-05-20); calculate 2026-05 again.',
      },
    ],
  )
})

t.test('ids of checks are known, whether the month has such a check or not', async (t) => {
  const known = [
    'recalculate',
    'silent_sellers',
    'volume_drop:orders',
    'distribution:total',
    'control_total:revenue',
  ]
  const unknown = [
    '',
    'volume_drop',
    'volume_drop:sellers',
    'distribution:orders',
    'recalculate:orders',
    'all',
  ]
  t.same(
    known.filter((id) => !isCheckId(id, FEEDS)),
    [],
  )
  t.same(
    unknown.filter((id) => isCheckId(id, FEEDS)),
    [],
  )
})

t.test('long lists are cut', async (t) => {
  t.equal(named(['a']), 'a')
  t.equal(named(['a', 'b', 'c'], 3), 'a, b and c')
  t.equal(named(['a', 'b', 'c', 'd'], 3), 'a, b, c and 1 more')
})

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
