import t from 'tap'
import { makeAm, makeSeller, score } from '../../account-managers/scored-sellers.ts'
import { testApp } from '../../setup/app.ts'

const { app, call, user } = await testApp(t)
const url = '/api/sos/monthly/summary'
const ada = await makeAm(app, 'Ada')
const own = user.am.am_id as number
const silver = { tier_name: 'Silver', tier_rank: 4 }
const gold = { tier_name: 'Gold', tier_rank: 5 }
const unrated = { tier_name: 'Unrated', tier_rank: 0, is_rated: false, total_sos: 0, imputed: ['o_score'] }
const MONTHS: [string, string, number, object][] = [
  ['S-1', 'standard', ada.id, { total_sos: 60, o_score_raw: 40, ...silver }],
  ['S-2', 'standard', ada.id, { total_sos: 70, o_score_raw: 60, ...silver }],
  ['S-3', 'premium', own, { total_sos: 80, o_score_raw: 80, ...gold }],
  ['S-4', 'premium', own, { o_score_raw: 0, ...unrated }],
  ['S-5', 'premium', own, { total_sos: 1, ...gold, before_contract: true }], // which is in no group
]
for (const [seller_code, contract_type, am_id, given] of MONTHS) {
  const { id } = await makeSeller(app, { seller_code, contract_type, assigned_am_id: am_id })
  for (const period of ['2026-02', '2026-03']) await score(app, { seller_id: id, period, am_id, ...given })
}
const summary = async (query: string) => (await call('viewer', 'GET', url + query)).body

t.test('by tier, the highest first', async (t) => {
  const { data, ...asked } = await summary('?period=2026-03')
  t.same(asked, { from: '2026-03', to: '2026-03', group_by: ['tier'] })
  t.match(data, [{ tier: 'Gold' }, { tier: 'Silver' }, { tier: 'Unrated' }])
  t.match(data[1], {
    period: null,
    warehouse_id: null,
    am_id: null,
    contract_type: null,
    scores: 2,
    sellers: 2,
    rated: 2,
    unrated: 0,
    mean: 65,
    quartile_1: 62.5,
    median: 65,
    quartile_3: 67.5,
    components: { o_score: 50 },
  })
  t.match(data[2], {
    scores: 1,
    rated: 0,
    unrated: 1,
    mean: null,
    median: null,
    components: { o_score: null },
  })
})

t.test('by two at once, of several periods', async (t) => {
  const { data } = await summary('?from=2026-02&to=2026-03&group_by=period,contract_type')
  const shown = data.map((row: Record<string, unknown>) => [
    row.period,
    row.contract_type,
    row.scores,
    row.mean,
  ])
  t.same(shown, [
    ['2026-02', 'premium', 2, 80],
    ['2026-02', 'standard', 2, 65],
    ['2026-03', 'premium', 2, 80],
    ['2026-03', 'standard', 2, 65],
  ])
})

t.test('by account manager, and by warehouse where there is none', async (t) => {
  t.match((await summary('?from=2026-02&to=2026-03&group_by=am')).data, [
    { am_id: ada.id, am_name: 'Ada', scores: 4, sellers: 2 },
    { am_id: own, scores: 4, sellers: 2, rated: 2 },
  ])
  t.match((await summary('?period=2026-03&group_by=warehouse')).data, [
    { warehouse_id: null, warehouse_name: null, scores: 4, rated: 3 },
  ])
})

t.test('by who is named as reviewer, and by nobody', async (t) => {
  await app.db.run`
    update monthly_scores set reviewed_by = 'Olga Brandt'
    where period = '2026-03' and seller_id in (select id from sellers where seller_code <> 'S-1')`
  t.match((await summary('?period=2026-03&group_by=reviewed_by')).data, [
    { reviewed_by: 'Olga Brandt', scores: 3 },
    { reviewed_by: null, scores: 1 },
  ])
})

t.test('of the own portfolio only, for an account manager', async (t) => {
  const { body } = await call('am', 'GET', `${url}?period=2026-03&group_by=period`)
  t.match(body.data, [{ period: '2026-03', scores: 2 }])
})

t.test('of months without scores is empty', async (t) => {
  t.same((await summary('?period=2020-01')).data, [])
})

for (const [query, error] of [
  [
    '?group_by=seller',
    /^group_by must be one or two of tier, warehouse, am, contract_type, reviewed_by, period/,
  ],
  ['?group_by=tier,am,period', /^group_by must be one or two of/],
  ['?period=2026-03&to=2026-04', /^Give either period, or from and to/],
] as const)
  t.test(`${query} answers 400`, async (t) => {
    t.match(await call('viewer', 'GET', url + query), { status: 400, body: { error } })
  })
