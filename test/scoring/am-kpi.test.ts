import t from 'tap'
import { computeAmKpi, type KpiRules, type PortfolioSeller } from '../../src/scoring/am-kpi.ts'
import { UnusableRules } from '../../src/scoring/prepare-rules.ts'
import { set } from './a-seller.ts'

const aSeller = (given: Partial<PortfolioSeller> = {}): PortfolioSeller => ({
  total_sos: 70,
  previous_sos: 70,
  tier_rank: 4,
  is_rated: true,
  orders: 10,
  ...given,
})

const portfolio = [
  aSeller({ total_sos: '90.00', previous_sos: '86.00', tier_rank: 6, orders: 100 }),
  aSeller({ total_sos: 70, previous_sos: 71.5, orders: 50 }),
  aSeller({ total_sos: 40, previous_sos: null, tier_rank: 2, orders: 0 }),
]

/** Only the mean total counts, as it is. */
const onlyTotals: KpiRules = {
  ...set,
  'am-kpi-weight': set['am-kpi-weight'].filter(({ metric }) => metric === 'portfolio_sos'),
}

t.test('a KPI by hand', async (t) => {
  const { kpi, assessed, sellers, rated_sellers, parts, band, records } = computeAmKpi(set, portfolio)
  t.strictSame(parts, [
    // (100 × 90 + 50 × 70 + 1 × 40) ÷ 151
    { metric: 'portfolio_sos', value: 83.046358, points: 83.046358, weight: 60, sellers: 3 },
    // (100 × 4 − 50 × 1.5) ÷ 150: the new seller is left out
    { metric: 'portfolio_change', value: 2.166667, points: 71.666667, weight: 25, sellers: 2 },
    { metric: 'low_tier_share', value: 33.333333, points: 33.333333, weight: 15, sellers: 3 },
  ])
  t.equal(kpi, 72.74) // 49.827815 + 17.916667 + 5
  t.strictSame([assessed, sellers, rated_sellers], [true, 3, 3])
  t.strictSame(band, { name: 'Solid', percent: 0 })
  const ids = (type: keyof KpiRules) => set[type].map(({ id }) => ({ id, version: 1 }))
  t.strictSame(records, {
    'am-kpi-weight': ids('am-kpi-weight'),
    'am-bonus-penalty': ids('am-bonus-penalty'),
  })
})

t.test('with new sellers only, the other parts make the KPI', async (t) => {
  const { kpi, parts } = computeAmKpi(
    set,
    portfolio.map((seller) => ({ ...seller, previous_sos: null })),
  )
  t.match(parts[1], { metric: 'portfolio_change', value: null, points: null, weight: 25, sellers: 0 })
  t.equal(kpi, 73.1) // (49.827815 + 5) ÷ 0.75
})

t.test('unrated sellers do not count', async (t) => {
  const unrated = aSeller({ total_sos: 0, tier_rank: 0, is_rated: false, orders: 9000 })
  const { kpi, sellers, rated_sellers } = computeAmKpi(set, [...portfolio, unrated])
  t.strictSame([kpi, sellers, rated_sellers], [72.74, 4, 3])
})

t.test('two rated sellers are shown and not assessed', async (t) => {
  const { kpi, assessed, band } = computeAmKpi(set, [...portfolio.slice(0, 2), aSeller({ is_rated: false })])
  t.strictSame([typeof kpi, assessed, band], ['number', false, null])
})

t.test('without rated sellers, or any part that can be measured, there is no KPI', async (t) => {
  const onlyChange = set['am-kpi-weight'].filter(({ metric }) => metric === 'portfolio_change')
  const newSellers = portfolio.map((seller) => ({ ...seller, previous_sos: null }))
  for (const [sellers, weights] of [
    [[], set['am-kpi-weight']],
    [[aSeller({ is_rated: false })], set['am-kpi-weight']],
    [newSellers, onlyChange],
  ] as const) {
    const found = computeAmKpi({ ...set, 'am-kpi-weight': [...weights] }, [...sellers])
    t.match(found, { kpi: null, assessed: false, band: null }, `${sellers.length} sellers`)
    t.same([...new Set(found.parts.map(({ value }) => value))], [null])
  }
})

t.test('the bands begin at their min_kpi', async (t) => {
  const cases: [number, string, number][] = [
    [100, 'Outstanding', 15],
    [90, 'Outstanding', 15],
    [89.99, 'Strong', 8],
    [80, 'Strong', 8],
    [79.99, 'Solid', 0],
    [65, 'Solid', 0],
    [64.99, 'Watch', -5],
    [50, 'Watch', -5],
    [49.99, 'Poor', -10],
    [0, 'Poor', -10],
  ]
  for (const [total_sos, name, percent] of cases) {
    const { kpi, band } = computeAmKpi(onlyTotals, Array(3).fill(aSeller({ total_sos })))
    t.strictSame([kpi, band], [total_sos, { name, percent }])
  }
})

t.test('the rounded KPI decides the band, half away from zero', async (t) => {
  const withOrders = (orders: number) =>
    computeAmKpi(onlyTotals, [
      aSeller({ total_sos: 89.99, orders }),
      ...Array<PortfolioSeller>(2).fill(aSeller({ total_sos: 90, orders: 1 })),
    ])
  t.match(withOrders(2), { kpi: 90, band: { name: 'Outstanding' } }) // 89.995
  t.match(withOrders(3), { kpi: 89.99, band: { name: 'Strong' } }) // 89.994
})

t.test('a change of ±5 is as good or bad as any larger one', async (t) => {
  const points = (change: number) =>
    computeAmKpi(set, Array(3).fill(aSeller({ previous_sos: 70 - change }))).parts[1]?.points
  t.strictSame([-20, -5, -2.5, 0, 5, 20].map(points), [0, 0, 25, 50, 100, 100])
})

t.test('half of the sellers in low tiers is as bad as all', async (t) => {
  const points = (...ranks: number[]) =>
    computeAmKpi(
      set,
      ranks.map((tier_rank) => aSeller({ tier_rank })),
    ).parts[2]?.points
  t.strictSame([points(3, 4, 5, 6), points(2, 3, 3, 3), points(1, 2, 3, 3), points(1, 1, 1)], [100, 50, 0, 0])
})

t.test('records that no KPI can be made with are refused with the reason', async (t) => {
  t.throws(() => computeAmKpi({ ...set, 'am-kpi-weight': [] }, portfolio), UnusableRules)
  t.throws(() => computeAmKpi({ ...set, 'am-bonus-penalty': [] }, portfolio), {
    message: /^am-bonus-penalty: min_kpi: one record must have/,
  })
})
