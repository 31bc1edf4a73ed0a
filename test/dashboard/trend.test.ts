import t from 'tap'
import { makeAm, makeSeller, score } from '../account-managers/scored-sellers.ts'
import { testApp } from '../setup/app.ts'

const { app, call, user } = await testApp(t, { CURRENCY: 'EUR' })
const url = '/api/dashboard/trend'
const am = await makeAm(app, 'Ada')
const own = user.am.am_id as number
const north = user.warehouse.warehouse_id as number
const { id: south } = await app.db.prisma.warehouse.create({ data: { code: 'S', name: 'South' } })

const gold = { tier_name: 'Gold', tier_rank: 5, tier_color: '#D4A017' }
const unrated = { is_rated: false, tier_name: 'Unrated', tier_rank: 0, tier_color: '#C9CED6' }
const adas = { am_id: am.id, warehouse_id: north }
const idOf = async (seller_code: string) =>
  (await makeSeller(app, { seller_code, assigned_am_id: am.id, primary_warehouse_id: north })).id
const [a, b, c, early] = [await idOf('S-1'), await idOf('S-2'), await idOf('S-3'), await idOf('S-4')]
const final = { status: 'final', finalized_at: new Date() }
const imputed = { o_score_raw: 0, imputed: ['o_score'], status: 'under_review' }
await score(app, { seller_id: a, period: '2026-02', total_sos: 80, ...gold, ...adas })
await score(app, { seller_id: b, period: '2026-02', total_sos: 60, ...adas, ...final })
await score(app, { seller_id: c, period: '2026-02', total_sos: 50, ...adas, ...imputed })
await score(app, { seller_id: early, period: '2026-02', total_sos: 1, ...adas, before_contract: true })
await score(app, { seller_id: a, period: '2026-04', total_sos: 99, ...unrated, ...adas })
// S-3 has moved since.
await app.db.prisma.seller.update({
  where: { id: c },
  data: { assigned_am_id: own, primary_warehouse_id: south },
})
for (const [seller_id, period, status, amount] of [
  [a, '2026-02', 'pending', 10.5],
  [a, '2026-02', 'pending', 4.25],
  [b, '2026-02', 'applied', 100],
  [c, '2026-02', 'waived', 7],
  [a, '2026-03', 'applied', 1],
] as const)
  await app.db.prisma.surcharge.create({
    data: { seller_id, period, status, amount, surcharge_type: 'planning_overload' },
  })
for (const [seller_id, status, open_key] of [
  [a, 'pending', 'x'],
  [c, 'under_review', 'y'],
  [a, 'rejected', null],
] as const)
  await app.db.prisma.appeal.create({
    data: {
      ...{ seller_id, period: '2026-02', component_appealed: 'o_score', description: 'x' },
      ...{ appeal_reason_type: 'data_error', submitted_by_am_id: am.id, status, open_key },
    },
  })

const FEBRUARY = '?from=2026-02&to=2026-02'
const trend = async (query = '?from=2026-02&to=2026-04', role: 'bod' | 'am' = 'bod') =>
  (await call(role, 'GET', url + query)).body

t.test('every figure of a month, and the next one beside it', async (t) => {
  const { from, to, currency, data } = await trend()
  t.same({ from, to, currency }, { from: '2026-02', to: '2026-04', currency: 'EUR' })
  t.same(data[0], {
    period: '2026-02',
    scored: 3,
    rated: 3,
    unrated: 0,
    mean: 63.33,
    p25: 55,
    median: 60,
    p75: 70,
    components: { p_score: 70, o_score: 70, t_score: 70, f_score: 70, i_score: 70 },
    tiers: [
      { name: 'Gold', rank: 5, color: '#D4A017', count: 1 },
      { name: 'Silver', rank: 4, color: '#8A94A6', count: 2 },
    ],
    statuses: { draft: 1, under_review: 1, final: 1 },
    surcharges: {
      pending: { count: 2, amount: 14.75 },
      applied: { count: 1, amount: 100 },
      waived: { count: 1, amount: 7 },
    },
    appeals: { total: 3, open: 2 },
  })
})

t.test('a month without scores is there, with zeros and nulls', async (t) => {
  t.match((await trend()).data[1], {
    period: '2026-03',
    scored: 0,
    rated: 0,
    unrated: 0,
    mean: null,
    p25: null,
    median: null,
    p75: null,
    components: { o_score: null },
    tiers: [],
    statuses: { draft: 0, under_review: 0, final: 0 },
    surcharges: { applied: { count: 1, amount: 1 } },
    appeals: { total: 0, open: 0 },
  })
})

t.test('a score that is not rated counts, and its total does not', async (t) => {
  t.match((await trend()).data[2], { scored: 1, rated: 0, unrated: 1, mean: null, median: null })
  t.same((await trend()).data[2].tiers, [{ name: 'Unrated', rank: 0, color: '#C9CED6', count: 1 }])
})

t.test(
  'of one warehouse: the scores made there, the appeals and surcharges of sellers there now',
  async (t) => {
    const [of_north] = (await trend(`${FEBRUARY}&warehouse_id=${north}`)).data
    t.match(of_north, { scored: 3, surcharges: { waived: { count: 0 } }, appeals: { total: 2, open: 1 } })
    const [of_south] = (await trend(`${FEBRUARY}&warehouse_id=${south}`)).data
    t.match(of_south, { scored: 0, surcharges: { waived: { count: 1, amount: 7 } }, appeals: { open: 1 } })
  },
)

t.test('of one account manager; who is one sees the own portfolio alone', async (t) => {
  t.match((await trend(`${FEBRUARY}&am_id=${am.id}`)).data[0], { scored: 3, appeals: { total: 2 } })
  t.match((await trend(`${FEBRUARY}&am_id=${own}`)).data[0], { scored: 0, appeals: { total: 1 } })
  t.match((await trend(FEBRUARY, 'am')).data[0], { scored: 1, appeals: { total: 1 } })
  t.match((await trend(`${FEBRUARY}&am_id=${own}`, 'am')).data[0], { scored: 0, appeals: { total: 1 } })
  t.match(await call('am', 'GET', `${url}?am_id=${am.id}`), {
    status: 403,
    body: { error: 'This portfolio is not yours.' },
  })
})

t.test('without months it is the last twelve', async (t) => {
  const { from, to, data } = await trend('')
  t.equal(to, new Date().toISOString().slice(0, 7))
  t.equal(data.length, 12)
  t.same([data[0].period, data[11].period], [from, to])
  t.match(await trend('?to=2026-04'), { from: '2025-05', to: '2026-04' })
  t.equal((await trend('?from=2024-05&to=2026-04')).data.length, 24)
})

t.test('what it takes', async (t) => {
  for (const [query, error] of [
    ['?from=2024-04&to=2026-04', /is more than 24 months: with this from, to is 2026-03 at the latest/],
    ['?from=2026-04&to=2026-03', /^from 2026-04 is after to 2026-03/],
    ['?from=2999-01', /^from 2999-01 is after to /],
  ] as const)
    t.match(await call('bod', 'GET', url + query), { status: 400, body: { error } }, query)
  for (const query of ['?to=1970-01', '?from=1970-01&to=1970-02', '?to=2999-12', '?from=2999-12&to=2999-12'])
    t.equal((await call('bod', 'GET', url + query)).status, 200, query)
})
