import t from 'tap'
import { testApp } from '../setup/app.ts'
import { calculate, ended, makeDraft, makeWorld, request } from './setup.ts'

const PERIOD = '2026-05'
const MAY = { from: PERIOD, to: PERIOD }
const one = await testApp(t, { WORKER: 'on' })
const { app, call } = one
await makeWorld(app.db, 20)
await calculate(one, [PERIOD])

const done = async (...asked: Parameters<typeof call>) => {
  const { status, body } = await call(...asked)
  if (status !== 200) throw new Error(`${asked[1]} ${asked[2]} answered ${status}: ${body.error}`)
  return body
}
const drift = async () => ended(one, await request(one, { kind: 'drift', ...MAY }))
const propose = (id: number, body: object, role: 'ops_head' | 'viewer' = 'ops_head') =>
  call(role, 'POST', `/api/backtests/${id}/propose`, body)
/** Orders that were ready too late. */
const lateOrders = (seller_code: string) =>
  done('system', 'POST', '/api/sync/orders', {
    records: Array.from({ length: 8 }, (_, n) => ({
      ...{ order_code: `late-${n}`, seller_code },
      ordered_at: `${PERIOD}-20T10:00:00Z`,
      ready_by: `${PERIOD}-21T10:00:00Z`,
      ready_at: `${PERIOD}-24T12:00:00Z`,
    })),
  })
/** A forecast of as many orders as there were, in good time. */
const betterForecast = (seller_code: string) =>
  done('system', 'POST', '/api/sync/forecasts', {
    records: [{ seller_code, period: PERIOD, forecast_orders: 39, submitted_at: '2026-04-01T00:00:00Z' }],
  })
await done('bod', 'POST', '/api/sos/monthly/finalize', { period: PERIOD })
await app.db.run`update sellers set assigned_am_id = null where seller_code = 'BT-00004'`
for (const seller of ['BT-00001', 'BT-00002', 'BT-00004']) await lateOrders(seller)
await betterForecast('BT-00003')
const found = await drift()
const rows: { seller_code: string; total_before: number; total_after: number; delta: number }[] = (
  await done('viewer', 'GET', `/api/backtests/${found.id}/sellers?limit=500`)
).data
const rowOf = (code: string) => rows.find(({ seller_code }) => seller_code === code) as (typeof rows)[number]

t.test('it takes a drift, and sellers or in_favour', async (t) => {
  const draft_id = await makeDraft(app.db, [])
  const draft = await ended(one, await request(one, { draft_id, ...MAY }))
  t.match(await propose(draft.id, { in_favour: true }), { status: 409, body: { error: /is of a draft/ } })
  for (const body of [{}, { in_favour: true, seller_codes: ['BT-00001'] }])
    t.match(await propose(found.id, body), { status: 400, body: { error: /only one of them/ } })
  t.match(await propose(found.id, { seller_codes: ['NOBODY'] }), {
    status: 400,
    body: { error: /no seller NOBODY/ },
  })
  t.match(await propose(found.id, { in_favour: false }), { status: 400 })
  t.equal((await propose(found.id, { in_favour: true }, 'viewer')).status, 403)
  t.equal((await propose(999, { in_favour: true })).status, 404)
})

t.test('in favour of sellers: those whose totals rise', async (t) => {
  const { status, body } = await propose(found.id, { in_favour: true })
  t.equal(status, 200)
  const rising = rows.filter(({ delta }) => delta > 0).map(({ seller_code }) => seller_code)
  t.same(rising, ['BT-00003'])
  t.match(body, { success: true, filed: [{ seller_code: 'BT-00003', period: PERIOD }], skipped: [] })
  const appeal = await done('viewer', 'GET', `/api/appeals/${body.filed[0].appeal_id}`)
  const { total_before, total_after } = rowOf('BT-00003')
  t.match(appeal, {
    ...{ seller_code: 'BT-00003', period: PERIOD, appeal_reason_type: 'late_data', status: 'pending' },
    score_adjustment: { total_sos_after: total_after },
    score_before: { revision: 1, total_sos: total_before },
    description: new RegExp(`the total ${total_after} instead of ${total_before} \\(backtest ${found.id}\\)`),
  })
  const [raw] = Object.keys(appeal.score_adjustment).filter((name) => name.endsWith('_raw_after'))
  t.equal(raw, `${appeal.component_appealed}_raw_after`)
})

t.test('two who ask at once file once', async (t) => {
  const codes = ['BT-00001', 'BT-00002', 'BT-00003', 'BT-00004', 'BT-00005']
  const answers = await Promise.all([0, 1].map(() => propose(found.id, { seller_codes: codes })))
  for (const { status } of answers) t.equal(status, 200)
  const filed = answers.flatMap(({ body }) => body.filed)
  t.same(filed.map(({ seller_code }) => seller_code).sort(), ['BT-00001', 'BT-00002'])
  const { body } = await propose(found.id, { seller_codes: codes })
  t.same(body.filed, [])
  const reasons = new Map(
    body.skipped.map(({ seller_code, reason }: Record<string, string>) => [seller_code, reason]),
  )
  t.match(reasons.get('BT-00001'), /^It has an open appeal: \d+$/)
  t.match(reasons.get('BT-00003'), /^It has an open appeal: \d+$/)
  t.equal(reasons.get('BT-00004'), 'It has no account manager')
  t.equal(reasons.get('BT-00005'), 'Nothing differs')
  t.equal((await done('bod', 'GET', '/api/appeals')).total, 3)
})

t.test('an approval without an adjustment takes what is proposed', async (t) => {
  const { data } = await done('bod', 'GET', '/api/appeals?seller_code=BT-00001')
  const [{ id, score_adjustment }] = data
  const { total_after } = rowOf('BT-00001')
  const preview = await done('am_head', 'GET', `/api/appeals/${id}/preview`)
  t.match(preview, { score_adjustment, score_after: { total_sos: total_after } })
  await done('ops_head', 'PATCH', `/api/appeals/${id}/review-ops`, { decision: 'approve' })
  await done('am_head', 'PATCH', `/api/appeals/${id}/review-am`, { decision: 'approve' })
  t.match(await done('viewer', 'GET', `/api/appeals/${id}`), {
    ...{ status: 'approved', score_adjustment },
    score_after: { revision: 2, total_sos: total_after },
  })
  const { body } = await propose(found.id, { seller_codes: ['BT-00001'] })
  t.match(body.skipped, [{ seller_code: 'BT-00001', period: PERIOD, reason: /another revision since/ }])
  t.match(await drift(), { differ: 3 }, 'and its late facts drift no more')
})

t.test('a rejection keeps none of it, and one that is outdated is not taken', async (t) => {
  const [{ id }] = (await done('bod', 'GET', '/api/appeals?seller_code=BT-00002')).data
  await done('ops_head', 'PATCH', `/api/appeals/${id}/review-ops`, { decision: 'approve' })
  await app.db.run`
    update monthly_scores set revision = 7
    where period = ${PERIOD} and seller_id = (select id from sellers where seller_code = 'BT-00002')`
  t.match(await call('am_head', 'PATCH', `/api/appeals/${id}/review-am`, { decision: 'approve' }), {
    status: 409,
    body: { error: /another revision than appeal \d+ proposes/ },
  })
  await done('am_head', 'PATCH', `/api/appeals/${id}/review-am`, { decision: 'reject' })
  t.match(await done('viewer', 'GET', `/api/appeals/${id}`), {
    ...{ status: 'rejected', score_adjustment: null, score_after: null },
  })
})
