import t from 'tap'
import { scoresChanged } from '../../src/domain/scores/score-changes.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { makeAm, makeSeller, score } from './scored-sellers.ts'

const { app, call, user } = await testApp(t, { WORKER: 'on' })
const { db } = app
const PERIOD = '2026-03'
const own = user.am.am_id as number
const url = '/api/am/portfolio'

const ada = await makeAm(app, 'Ada', { employee_id: 4711 })
const gone = await makeAm(app, 'Gone', { is_active: false })
const goneEarlier = await makeAm(app, 'Long gone', { is_active: false })

/** Sellers as they were assigned long before the period, unless said otherwise. */
async function assigned(seller_code: string, am_id: number, since = '2020-01-01', fields = {}) {
  return makeSeller(app, { seller_code, assigned_am_id: am_id, created_at: new Date(since), ...fields })
}
for (const [code, given] of Object.entries({
  'S-A': { total_sos: 90, previous_sos: 86, orders: 100 },
  'S-B': { total_sos: 70, previous_sos: 71.5, orders: 50 },
  'S-C': { total_sos: 40, orders: 0, tier_rank: 2, tier_name: 'At Risk' },
  'S-D': {
    ...{ total_sos: 20, previous_sos: 90, orders: 9000, is_rated: false, tier_rank: 0, tier_name: 'Unrated' },
  },
})) {
  const { id } = await assigned(code, ada.id)
  await score(app, { seller_id: id, period: PERIOD, am_id: ada.id, ...given })
}
await assigned('S-E', ada.id)
await assigned('S-F', ada.id, '2020-01-01', { status: 'suspended' })
await assigned('S-G', ada.id, '2026-05-01')
const handedOver = await assigned('S-H', own)
await score(app, { seller_id: handedOver.id, period: PERIOD, am_id: gone.id })
await db.transaction((tx) => scoresChanged(app.jobs, tx, PERIOD))
await eventually(
  async () =>
    (await db.row('select from am_kpis where period = $1 and am_id = $2', [PERIOD, gone.id])) !== undefined,
)

t.test('the portfolios of a period, in the order of names', async (t) => {
  const { status, body } = await call('viewer', 'GET', `${url}?period=${PERIOD}`)
  t.equal(status, 200)
  t.match(body, { total: 3, page: 1, limit: 500 })
  const [first, ...others] = body.data
  const { computed_at, parts, email, revenue: _revenue, ...rest } = first
  t.same(rest, {
    ...{ am_id: ada.id, name: 'Ada', employee_id: 4711, is_active: true, period: PERIOD },
    ...{ sellers: 5, scored_sellers: 4, rated_sellers: 3, avg_sos: 66.67 },
    ...{ kpi: 72.74, assessed: true, band: 'Solid', percent: 0 },
  })
  t.match({ computed_at, email }, { computed_at: /Z$/, email: /^ada-/ })
  t.same(parts, {
    // (100 × 90 + 50 × 70 + 1 × 40) ÷ 151
    portfolio_sos: { value: 83.046358, points: 83.046358, weight: 60, sellers: 3 },
    // (100 × 4 − 50 × 1.5) ÷ 150
    portfolio_change: { value: 2.166667, points: 71.666667, weight: 25, sellers: 2 },
    low_tier_share: { value: 33.333333, points: 33.333333, weight: 15, sellers: 3 },
  })
  t.match(others, [
    { name: 'Gone', sellers: 1, scored_sellers: 1, assessed: false, kpi: 76, band: null, percent: null },
    { name: 'Test AM', sellers: 0, scored_sellers: 0, rated_sellers: 0, avg_sos: null },
  ])
})

t.test('a period without scores shows who looks after whom, and no KPI', async (t) => {
  const { data } = (await call('bod', 'GET', `${url}?period=2026-02`)).body
  t.match(data, [
    {
      ...{ name: 'Ada', sellers: 5, scored_sellers: 0, rated_sellers: 0, avg_sos: null },
      ...{ kpi: null, assessed: false, band: null, percent: null, parts: null, computed_at: null },
    },
    { name: 'Test AM', sellers: 1, kpi: null },
  ])
})

t.test('without a period it is the current month, with the sellers of today', async (t) => {
  const { data } = (await call('bod', 'GET', url)).body
  t.match(data, [
    { name: 'Ada', sellers: 6, period: new Date().toISOString().slice(0, 7) },
    { name: 'Test AM', sellers: 1 },
  ])
})

t.test('pages', async (t) => {
  const { body } = await call('bod', 'GET', `${url}?period=${PERIOD}&limit=1&page=2`)
  t.match(body, { data: [{ name: 'Gone' }], total: 3, page: 2, limit: 1 })
  t.match((await call('bod', 'GET', `${url}?period=${PERIOD}&page=9`)).body, { data: [], total: 3 })
})

t.test('one account manager, with everything the KPI is made of', async (t) => {
  const { status, body } = await call('bod', 'GET', `${url}/${ada.id}?period=${PERIOD}`)
  t.equal(status, 200)
  const { data } = (await call('bod', 'GET', `${url}?period=${PERIOD}`)).body
  const { parts: _, sellers: __, revenue: ___, ...listed } = data[0]
  t.match(body, listed, 'what the list says of it')
  const { portfolio_sos, portfolio_change, low_tier_share } = body.parts
  t.match(portfolio_sos, {
    ...{ description: /weighted by their orders/, value: 83.046358, points: 83.046358, weight: 60 },
    ...{ sellers: 3, weighted: 49.827815, record: { version: 1 } },
  })
  t.match([portfolio_change.weighted, low_tier_share.weighted], [17.916667, 5])
  const sum = portfolio_sos.weighted + portfolio_change.weighted + low_tier_share.weighted
  t.equal(Math.round(sum * 100) / 100, body.kpi, 'what the parts bring adds up to the KPI')
  const record = (await call('bod', 'GET', `/api/config/am-kpi-weight/${portfolio_sos.record.id}`)).body
  t.match(record, { metric: 'portfolio_sos', curve: portfolio_sos.record.curve }, 'the record can be read')
  t.same(
    body.bands.map(({ name, min_kpi, percent }: Record<string, unknown>) => [name, min_kpi, percent]),
    [
      ['Outstanding', 90, 15],
      ['Strong', 80, 8],
      ['Solid', 65, 0],
      ['Watch', 50, -5],
      ['Poor', 0, -10],
    ],
  )
})

t.test('its sellers, with score, tier, trend and orders, and those without a score', async (t) => {
  const { sellers } = (await call('bod', 'GET', `${url}/${ada.id}?period=${PERIOD}`)).body
  t.same(
    sellers.map(({ seller_code }: { seller_code: string }) => seller_code),
    ['S-A', 'S-B', 'S-C', 'S-D', 'S-E'],
  )
  t.same(sellers[0], {
    seller_code: 'S-A',
    company_name: 'Seller S-A',
    seller_status: 'active',
    score: {
      ...{ total_sos: 90, tier: { name: 'Silver', color: '#8A94A6', benefits: 'standard terms' } },
      ...{ is_rated: true, trend: { previous_sos: 86, delta: 4, direction: 'up' }, counts_for_change: true },
      ...{ orders: 100, is_grace_period: false, before_contract: false, status: 'draft' },
    },
  })
  t.match(sellers[2].score, { tier: { name: 'At Risk' }, counts_for_change: false, orders: 0 })
  t.match(sellers[3].score, { is_rated: false })
  t.equal(sellers[4].score, null)
})

t.test('an account manager without sellers or KPI has a portfolio too', async (t) => {
  const { body } = await call('bod', 'GET', `${url}/${goneEarlier.id}`)
  t.match(body, { name: 'Long gone', sellers: [], kpi: null, assessed: false, parts: null, bands: [] })
})

t.test('an account manager sees the own portfolio only', async (t) => {
  t.match((await call('am', 'GET', `${url}?period=${PERIOD}`)).body, { data: [{ am_id: own }], total: 1 })
  t.equal((await call('am', 'GET', `${url}/${own}`)).status, 200)
  t.equal((await call('am', 'GET', `${url}/${own}/history`)).status, 200)
  for (const path of [`${ada.id}`, `${ada.id}/history`, '99999'])
    t.match(await call('am', 'GET', `${url}/${path}`), { status: 403, body: { error: /not yours/ } })
})

t.test('an unknown account manager answers 404', async (t) => {
  for (const path of ['99999', '99999/history'])
    t.match(await call('bod', 'GET', `${url}/${path}`), {
      status: 404,
      body: { error: 'There is no account manager 99999.' },
    })
})

t.test('what is no id and no period answers 400', async (t) => {
  const cases: [string, RegExp][] = [
    [`${url}/ada`, /^amId must be a whole number/],
    [`${url}?period=2026-13`, /^period must be a month/],
    [`${url}/${ada.id}?period=now`, /^period must be a month/],
  ]
  for (const [path, error] of cases)
    t.match(await call('bod', 'GET', path), { status: 400, body: { error } }, path)
})

t.test('the history holds the newest twelve periods, oldest first', async (t) => {
  const periods = ['2025-01', '2025-02', '2025-03', '2025-04', '2025-05', '2025-06', '2025-07', '2025-08']
  const later = ['2025-09', '2025-10', '2025-11', '2025-12', '2026-01']
  for (const period of [...periods, ...later])
    await db.rows(
      `insert into am_kpis (am_id, period, kpi, assessed, sellers, rated_sellers, parts, rules)
       values ($1, $2, 50, false, 2, 2, '[]', '{}')`,
      [ada.id, period],
    )
  const { status, body } = await call('bod', 'GET', `${url}/${ada.id}/history`)
  t.equal(status, 200)
  t.same(Object.keys(body), ['am_id', 'name', 'data'])
  t.same(
    body.data.map(({ period }: { period: string }) => period),
    [...periods.slice(2), ...later, PERIOD],
  )
  const { computed_at, parts, ...newest } = body.data.at(-1)
  t.same(newest, {
    ...{ period: PERIOD, scored_sellers: 4, rated_sellers: 3 },
    ...{ kpi: 72.74, assessed: true, band: 'Solid', percent: 0 },
  })
  t.match(computed_at, /Z$/)
  t.equal(parts.portfolio_sos.value, 83.046358)
})

t.test('a spreadsheet gets the same figures', async (t) => {
  const { body } = await call('bod', 'GET', `${url}?period=${PERIOD}`, undefined, { accept: 'text/csv' })
  const [heading, first] = body.replace('\uFEFF', '').split('\r\n')
  t.match(heading, /^am_id,name,.*,kpi,assessed,band,percent,parts\.portfolio_sos\.value,/)
  t.match(first, /^\d+,Ada,.*,72\.74,true,Solid,0,83\.046358,/)
})
