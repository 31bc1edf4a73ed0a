import t from 'tap'
import { FEEDS } from '../../src/feeds/index.ts'
import { listFacts } from '../../src/feeds/rows-queries.ts'
import { type FeedWithSums, isScored, knownOrders } from '../../src/feeds/sums-queries.ts'
import { retentionJob } from '../../src/platform/jobs/retention.ts'
import { defaultRuleSet } from '../scoring/a-seller.ts'
import { testApp } from '../setup/app.ts'
import { ATTEMPT, factsOf, MARCH, makeSeller } from '../sos/setup.ts'
import { finalMonth, leavesCome } from '../transparency/setup.ts'
import { VISITS_TABLE, visits } from './visits.ts'

// A feed needs its file and its table, and nothing else: here is one that only this test knows.

async function withVisits(t: Parameters<typeof testApp>[0]) {
  const service = await testApp(t, { WORKER: 'on' }, [...FEEDS, visits])
  await service.app.db.pool.query(VISITS_TABLE)
  const seller = await makeSeller(service.app)
  const visit = (n: number, more = {}) => ({
    visit_code: `V-${n}`,
    seller_code: seller.seller_code,
    visited_at: `2026-03-0${n}T10:00:00Z`,
    pages: n,
    ...more,
  })
  const push = (body: object | string, query = '', headers = {}) =>
    service.call('system', 'POST', `/api/sync/visits${query}`, body, headers)
  return { ...service, seller, visit, push }
}

t.test('it is pushed in every form, listed and counted', async (t) => {
  const { call, push, visit } = await withVisits(t)
  t.match((await push({ records: [visit(1), { visit_code: 'V-9' }] })).body, { created: 1, rejected: 1 })
  const lines = [visit(1, { pages: 7 }), visit(2)].map((one) => JSON.stringify(one)).join('\n')
  t.match((await push(lines, '', { 'content-type': 'application/x-ndjson' })).body, {
    created: 1,
    updated: 1,
  })
  const { seller_code } = visit(3)
  const csv = `visit_id,seller_code,visited_at,pages\nV-3,${seller_code},2026-03-03T10:00:00Z,3\n`
  t.match((await push(csv, '', { 'content-type': 'text/csv' })).body, { created: 1 })
  t.match((await push({ records: [visit(4)] }, '?dry_run=true')).body, { received: 1 })
  const ahead = visit(4, { visited_at: '2999-01-01T00:00:00Z' })
  t.match((await push({ records: [ahead] }, '?dry_run=true')).body, {
    warnings: [`visited_at is in the future in 1 record (${ahead.seller_code}/V-4).`],
  })
  t.equal((await push({ records: [visit(4), {}] }, '?atomic=true')).status, 400)
  const fields = { visit_code: 'id', seller_code: 'shop', visited_at: 'at', pages: { value: 1 } }
  await call('system', 'POST', '/api/sync/mappings', { name: 'shop', feed: 'visits', fields })
  const mapped = { records: [{ id: 'V-5', shop: seller_code, at: '2026-03-05T10:00:00Z' }] }
  t.match((await push(mapped, '?mapping=shop')).body, { created: 1 })
  t.match((await push({ records: [visit(5, { deleted: true })] })).body, { deleted: 1 })

  const status = (await call('viewer', 'GET', '/api/sync/status')).body.data
  const periods = [{ period: '2026-03', created: 3 }]
  t.match(status.at(-2), { feed: 'visits', created: 4, deleted: 1, periods })
  t.match((await call('viewer', 'GET', '/api/sync/feeds')).body.data.at(-2), {
    feed: 'visits',
    fields: { 0: { name: 'visit_code', other_names: ['visit_id'] } },
    totals: ['records', 'pages'],
  })
  t.match((await call('viewer', 'GET', '/api/sync/rejections?feed=visits')).body, { total: 2 })
  const totals = { period: '2026-03', totals: { records: 4, pages: 12 } }
  t.equal((await call('system', 'POST', '/api/sync/visits/control-totals', totals)).status, 200)
  t.match((await call('viewer', 'GET', '/api/sync/visits/control-totals?period=2026-03')).body.data, [
    { difference: { records: -1, pages: 0 } },
  ])
})

t.test('its facts are in what scores are made of, in certificates and in lists', async (t) => {
  const { app, call, push, visit, seller } = await withVisits(t)
  await factsOf(app, seller.id).orders({}, {})
  await push({ records: [visit(1), visit(2)] })
  await finalMonth(call)
  await leavesCome(app, 1)
  const url = `/api/sos/sellers/${seller.seller_code}/score/certificate?period=2026-03`
  const { statement, inputs } = (await call('bod', 'GET', url)).body
  t.match(JSON.parse(inputs), {
    aggregates: { visits: '2', visited_pages: '3' },
    feeds_in_use: { visits: true },
  })
  const feed = [visits].filter(isScored)[0] as FeedWithSums
  const asked = { sellers: [seller.id], month: MARCH, rules: defaultRuleSet() }
  const listed = await listFacts(
    app.db,
    feed,
    { ...asked, limit: 10, offset: 0 },
    knownOrders([], () => 0),
    { numerator: 'visited_pages', denominator: null, isMoreBetter: false },
  )
  t.match(listed, [
    { visit_code: 'V-1', counted: { visits: 1, visited_pages: 1 } },
    { visit_code: 'V-2', counted: { visits: 1, visited_pages: 2 } },
  ])
  t.match(JSON.parse(statement).facts.visits, { rows: 2, sha256: /^[0-9a-f]{64}$/ })
})

t.test('a seller that has any is kept, and retention deletes what is past its time', async (t) => {
  const { app, call, push, visit, seller } = await withVisits(t)
  const now = new Date().toISOString()
  await push({ records: [visit(1, { visited_at: '2020-01-05T10:00:00Z' }), visit(2, { visited_at: now })] })
  const refused = await call('admin', 'DELETE', `/api/sellers/${seller.id}`)
  t.match(refused, { status: 409, body: { error: /visits \(2\)/ } })
  t.match((await push({ records: [] })).status, 200)
  await retentionJob.handler(app, {}, ATTEMPT)
  t.match(await app.db.rows('select visit_code from visits'), [{ visit_code: 'V-2' }])
  t.match(await app.db.rows('select feed, period, deleted from retention_deletions'), [
    { feed: 'visits', period: '2020-01', deleted: 1 },
  ])
})
