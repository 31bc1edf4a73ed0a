import t from 'tap'
import { makeAm, makeSeller, score } from '../account-managers/scored-sellers.ts'
import { testApp } from '../setup/app.ts'

type Json = Record<string, unknown>

const PERIOD = '2026-03'
const service = await testApp(t, { CURRENCY: 'EUR' })
const { app, call, user } = service
const own = user.am.am_id as number
const north = user.warehouse.warehouse_id as number
const ada = await makeAm(app, 'Ada')
const tier = (tier_name: string, tier_rank: number) => ({ tier_name, tier_rank })

/** Code, account manager, what it turned over in March, and its score. */
const SELLERS: [string, number, number | null, Json | null][] = [
  ['R-1', own, 1000.1, tier('Gold', 5)],
  ['R-2', own, 200.02, tier('At Risk', 2)],
  ['R-3', own, 0.33, tier('Critical', 1)],
  ['R-4', own, 400, { ...tier('Unrated', 0), is_rated: false }],
  ['R-5', own, 50, { ...tier('Critical', 1), before_contract: true }],
  ['R-6', own, 25.5, null],
  ['R-7', ada.id, -75.25, tier('At Risk', 2)],
  ['R-8', ada.id, null, tier('Gold', 5)],
]
for (const [seller_code, assigned_am_id, amount, given] of SELLERS) {
  const { id } = await makeSeller(app, { seller_code, assigned_am_id, primary_warehouse_id: north })
  await app.db.run(`update seller_assignments set assigned_at = '2026-01-01' where seller_id = ${id}`)
  if (given) await score(app, { seller_id: id, period: PERIOD, am_id: assigned_am_id, ...given })
  const records = [
    ...(amount === null ? [] : [{ seller_code, period: PERIOD, amount }]),
    { seller_code, period: '2026-02', amount: 7 },
  ]
  const { body } = await call('system', 'POST', '/api/sync/revenue', { records })
  if (body.rejected !== 0) throw new Error(JSON.stringify(body))
}
const get = async (path: string, role: keyof typeof user = 'bod') => {
  const { status, body } = await call(role, 'GET', path)
  t.equal(status, 200, `${path}: ${body.error}`)
  return body
}
const list = '/api/revenue'

t.test('the list has what accounting pushed, by seller and month, in pages', async (t) => {
  const { data, total } = await get(`${list}?period=${PERIOD}`)
  t.same(
    data.map(({ seller_code, amount }: Json) => [seller_code, amount]),
    SELLERS.flatMap(([code, , amount]) => (amount === null ? [] : [[code, amount]])),
  )
  t.equal(total, 7)
  t.match(data[0], { company_name: 'Seller R-1', am_id: own, period: PERIOD, observed_at: null })
  const { data: months } = await get(`${list}?from=2026-02&to=${PERIOD}&seller_code=R-2`)
  t.same(
    months.map(({ period, amount }: Json) => [period, amount]),
    [
      ['2026-02', 7],
      [PERIOD, 200.02],
    ],
  )
  const second = await get(`${list}?period=${PERIOD}&limit=2&page=2`)
  t.match([second.total, ...second.data], [7, { seller_code: 'R-3' }, { seller_code: 'R-4' }])
  t.same((await get(list)).data, [], 'of the running month without a period')
})

t.test('who reads it sees the own part of the sellers', async (t) => {
  for (const role of ['bod', 'admin', 'ops_head', 'am_head', 'finance', 'viewer'] as const)
    t.equal((await get(`${list}?period=${PERIOD}`, role)).total, 7, role)
  t.equal((await get(`${list}?period=${PERIOD}`, 'am')).total, 6)
  t.same((await get(`${list}?period=${PERIOD}&seller_code=R-7`, 'am')).data, [])
  t.match((await call('bod', 'GET', `${list}?period=march`)).body, { error: /^period must be a month/ })
})

t.test('a seller shows its newest months, the newest first, to those who read money', async (t) => {
  const shown = [
    { period: PERIOD, amount: 200.02 },
    { period: '2026-02', amount: 7 },
  ]
  for (const role of ['bod', 'finance', 'viewer', 'am'] as const)
    t.same((await get('/api/sellers/R-2', role)).revenue, shown, role)
  for (const role of ['warehouse', 'system'] as const)
    t.notOk('revenue' in (await get('/api/sellers/R-2', role)), role)
  await app.db.run(`update sellers set metadata = '{"a":1}' where seller_code = 'R-2'`)
  t.same((await get('/api/sellers/R-2')).revenue, shown, 'with other parts, too')
  await app.db.run(
    `insert into revenues (seller_id, period, amount)
     select id, to_char(month, 'YYYY-MM'), 1 from sellers, generate_series('2024-01-01', '2025-06-01', interval '1 month') month
     where seller_code = 'R-1'`,
  )
  const { revenue } = await get('/api/sellers/R-1')
  t.match([revenue.length, revenue[0], revenue.at(-1)], [12, { period: PERIOD }, { period: '2024-09' }])
  await app.db.run(`delete from revenues where period < '2026-01'`)
  await makeSeller(app, { seller_code: 'R-NONE' })
  t.same((await get('/api/sellers/R-NONE')).revenue, [])
})

t.test('the dashboard says what each tier turned over, and how much is at risk', async (t) => {
  const { revenue, tier_distribution, currency } = await get(`/api/dashboard/stats?period=${PERIOD}`)
  t.match(revenue, {
    amount: 1600.7,
    at_risk: 125.1, // 200.02 + 0.33 − 75.25
    at_risk_share: 7.82,
    unscored: 75.5,
  })
  t.equal(currency, 'EUR')
  t.same(
    revenue.by_tier.map(({ tier_name }: Json) => tier_name),
    tier_distribution.map(({ tier_name }: Json) => tier_name),
  )
  t.same(Object.fromEntries(revenue.by_tier.map(({ tier_name, amount }: Json) => [tier_name, amount])), {
    Platinum: 0,
    Gold: 1000.1,
    Silver: 0,
    Bronze: 0,
    'At Risk': 124.77,
    Critical: 0.33,
    Unrated: 400,
  })
  t.notOk('revenue' in (await get('/api/dashboard/stats?period=2020-01')), 'a month without any')
  t.match((await get(`/api/dashboard/stats?period=${PERIOD}`, 'am')).revenue, {
    amount: 1675.95,
    unscored: 75.5,
  })
  t.match((await get(`/api/dashboard/stats?period=${PERIOD}&warehouse_id=${north}`)).revenue, {
    amount: 75.5,
    unscored: 75.5,
  })
})

t.test('a portfolio says what its sellers turned over, and how much of it is at risk', async (t) => {
  const figures = { amount: 1675.95, at_risk: 200.35, at_risk_share: 11.95 }
  t.same((await get(`/api/am/portfolio/${own}?period=${PERIOD}`)).revenue, figures)
  const { data } = await get(`/api/am/portfolio?period=${PERIOD}`)
  const of = (id: number) => data.find(({ am_id }: Json) => am_id === id).revenue
  t.same(of(own), figures)
  t.same(of(ada.id), { amount: -75.25, at_risk: -75.25, at_risk_share: null })
  const { id } = await makeAm(app, 'Zoe')
  t.equal((await get(`/api/am/portfolio/${id}`)).revenue, null, 'of sellers without any')
})

t.test('the rows of a portfolio’s revenue can be listed', async (t) => {
  await call('bod', 'PATCH', '/api/sellers/R-2', { assigned_am_id: ada.id })
  const counted = (await get(`/api/sos/monthly?period=${PERIOD}&before_contract=false`)).data as Json[]
  const amOf = new Map(counted.map(({ seller_code, am_id }) => [seller_code, am_id]))
  const rows = (await get(`/api/revenue?period=${PERIOD}`)).data as Json[]
  const amounts = rows
    .filter(({ seller_code, am_id }) => (amOf.get(seller_code) ?? am_id) === own)
    .map(({ amount }) => amount as number)
  const { revenue } = await get(`/api/am/portfolio/${own}?period=${PERIOD}`)
  t.equal(amounts.reduce((total, one) => total + one).toFixed(2), revenue.amount.toFixed(2))
  await call('bod', 'PATCH', '/api/sellers/R-2', { assigned_am_id: own })
})

t.test('a portfolio and its dashboard say the same of a seller who was suspended since', async (t) => {
  await app.db.run(`update sellers set status = 'suspended' where seller_code = 'R-6'`)
  const { revenue } = await get(`/api/dashboard/stats?period=${PERIOD}`, 'am')
  const portfolio = await get(`/api/am/portfolio/${own}?period=${PERIOD}`)
  t.match(revenue, portfolio.revenue)
  t.equal(portfolio.revenue.amount, 1675.95)
  t.notOk(portfolio.sellers.some(({ seller_code }: Json) => seller_code === 'R-6'))
})

t.test('a month whose revenue retention has deleted is not one in which nothing was sold', async (t) => {
  await app.db.run(`insert into retention_deletions (feed, period, deleted) values ('revenue', '2026-02', 8)`)
  await app.db.run(`delete from revenues where period = '2026-02'`)
  t.match(await get(`${list}?period=2026-02`), { facts_deleted: true, data: [], total: 0 })
  t.equal((await get(`${list}?from=2025-12&to=${PERIOD}`)).facts_deleted, true)
  t.equal((await get(`${list}?period=${PERIOD}`)).facts_deleted, false)
  t.equal((await get(`/api/am/portfolio/${own}?period=2026-02`)).revenue, null)
  const { data } = await get('/api/am/portfolio?period=2026-02')
  t.same([...new Set(data.map(({ revenue }: Json) => revenue))], [null])
})
