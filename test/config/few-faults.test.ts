import t from 'tap'
import { shiftPeriod } from '../../src/domain/business-time.ts'
import { ended, request } from '../backtests/setup.ts'
import { testApp } from '../setup/app.ts'
import { makeSeller } from '../sos/setup.ts'

// What names no fault is nobody's where a fault record says so, and is the seller's without one.

const one = await testApp(t, { WORKER: 'on' })
const { app, call } = one
const { seller_code } = await makeSeller(app)
const now = app.clock.now().toISOString().slice(0, 7)
const last = shiftPeriod(now, -1)
const NOBODYS = { feed: 'orders', counts_as: 'nobody' }
const post = (fields: object) => call('bod', 'POST', '/api/config/fault', fields)

/** 40 orders of last month, of which 20 are late; of these the first `named` name a fault. */
const pushOrders = (named: number) =>
  call('system', 'POST', '/api/sync/orders', {
    records: Array.from({ length: 40 }, (_, n) => ({
      order_code: `O-${n}`,
      seller_code,
      ordered_at: `${last}-02T08:00:00Z`,
      ready_by: `${last}-04T12:00:00Z`,
      ready_at: n < 20 ? `${last}-05T12:00:00Z` : `${last}-04T11:00:00Z`,
      late_fault: n < named ? 'seller' : null,
    })),
  })

/** The metrics that leave rows out, after last month has been calculated again. */
async function calculated() {
  t.equal((await call('bod', 'POST', '/api/sos/monthly/calculate', { period: last })).status, 200)
  const url = `/api/sos/sellers/${seller_code}/score/explanation?period=${last}`
  const { body } = await call('bod', 'GET', url)
  const metric = (name: string) => body.metrics.find((one: { metric: string }) => one.metric === name)
  return { onTime: metric('on_time_ready_rate'), replies: metric('ticket_reply_rate'), body, metric }
}

t.test('few late orders of last month name a fault: 400 with the share, unless it is accepted', async (t) => {
  await pushOrders(9)
  t.match(await post(NOBODYS), {
    status: 400,
    headers: { 'x-error-code': 'few_faults' },
    body: { error: /9 of 20 late orders of .* name a fault \(45 %\)/ },
  })
  t.match((await post({ ...NOBODYS, accept: ['everything'] })).status, 400)
  t.match(await post({ ...NOBODYS, counts_as: 'seller' }), { status: 400, body: { error: /counts_as/ } })
  const draft = { name: 'Nobody’s', changes: [{ type: 'fault', op: 'put', fields: NOBODYS }] }
  const { body } = await call('am_head', 'POST', '/api/config/drafts', draft)
  t.match(body, { success: true }, 'a draft may try it')
  const adopt = (more: object) =>
    call('bod', 'POST', `/api/config/drafts/${body.id}/adopt`, {
      effective_from: shiftPeriod(now, 1),
      override_reason: 'Decided by the board',
      ...more,
    })
  t.match(await adopt({}), { status: 400, headers: { 'x-error-code': 'few_faults' } })
  t.match(await adopt({ accept: ['few_faults'] }), { status: 200 })
})

t.test('a backtest shows what the draft is worth, and a preview says that it can’t', async (t) => {
  await calculated()
  const changes = [{ type: 'fault', op: 'put', fields: NOBODYS }]
  const { id } = (await call('am_head', 'POST', '/api/config/drafts', { name: 'Worth', changes })).body
  const backtest = await request(one, { draft_id: id, from: last, to: last })
  await ended(one, backtest)
  const { data } = (await call('viewer', 'GET', `/api/backtests/${backtest}/sellers?limit=500`)).body
  t.match(data, [{ seller_code }])
  t.ok(data[0].delta > 0, `${data[0].total_before} to ${data[0].total_after}`)
  t.match(await call('am_head', 'POST', '/api/config/preview', { period: last, changes }), {
    status: 400,
    body: { error: /changes of fault records change what the facts add up to/ },
  })
})

t.test('from half of them on it is taken', async (t) => {
  const before = await calculated()
  t.match(before.onTime, { numerator: 20, denominator: 40 })
  t.notOk('fault' in before.body.records, 'a type without records is not named')
  await pushOrders(10)
  const { faults } = (await call('viewer', 'GET', `/api/sos/monthly/quality?period=${last}`)).body
  t.same(faults, [{ feed: 'orders', went_wrong: 20, unnamed: 10, percent: 50, before: null }])
  const { body: running } = await call('viewer', 'GET', '/api/sos/monthly/quality')
  t.same(running.faults, [], 'a feed in which nothing went wrong is left out')
  t.match(await post({ ...NOBODYS, effective_from: last }), { status: 200 })
})

t.test('late orders that name no fault are left out, and the reason says so', async (t) => {
  const { onTime, body } = await calculated()
  t.match(onTime, { numerator: 20, denominator: 30, left_out: { nobody: 10 } })
  t.match(body.records.fault, [{ version: 1 }])
  const reasons = await call('bod', 'GET', `/api/sos/sellers/${seller_code}/score/reasons?period=${last}`)
  t.match(
    JSON.stringify(reasons.body),
    '20 of 30 orders due were ready on time: 66.67 % (not counted: 10 that name no fault)',
  )
  const query = `period=${last}&metric=on_time_ready_rate&limit=500`
  const facts = await call('bod', 'GET', `/api/sos/sellers/${seller_code}/score/facts?${query}`)
  t.equal(facts.body.data.filter((row: { left_out?: string }) => row.left_out === 'nobody').length, 10)
})

t.test('a ticket that names no fault weighs nothing, one gone wrong is in no rate', async (t) => {
  const tickets = [
    {},
    { replied_at: `${last}-05T09:00:00Z`, resolved_at: `${last}-05T10:00:00Z` },
    { fault: 'seller' },
    { reply_fault: 'seller' },
  ]
  const records = tickets.map((more, n) => ({
    ticket_code: `T-${n}`,
    seller_code,
    category: 'delivery',
    opened_at: `${last}-05T08:00:00Z`,
    ...more,
  }))
  t.match((await call('system', 'POST', '/api/sync/tickets', { records })).body, { created: 4 })
  const before = await calculated()
  t.match(before.metric('seller_ticket_rate'), { numerator: 4 })
  t.match(before.replies, { numerator: 1, denominator: 4 })
  t.match(await post({ feed: 'tickets', counts_as: 'nobody', effective_from: last }), { status: 200 })
  const { replies, metric } = await calculated()
  t.match(metric('seller_ticket_rate'), { numerator: 2, denominator: 40, left_out: { nobody: 2 } })
  t.match(replies, { numerator: 1, denominator: 3, left_out: { nobody: 1 } })
  t.match(metric('ticket_overdue_rate'), { numerator: 2, denominator: 3, left_out: { nobody: 1 } })
})

t.test('while few name a fault, a record may count in fewer months, and in no more', async (t) => {
  const { data } = (await call('bod', 'GET', `/api/config/fault?period=${last}`)).body
  const { id } = data.find(({ feed }: { feed: string }) => feed === 'orders')
  const put = (fields: object) => call('bod', 'PUT', `/api/config/fault/${id}`, fields)
  await pushOrders(9)
  t.match(await put({ effective_to: now }), { status: 200 })
  t.match(await put({ effective_to: last }), { status: 200 })
  const refused = { status: 400, headers: { 'x-error-code': 'few_faults' } }
  t.match(await put({ effective_to: now }), refused)
  t.match(await put({ effective_to: null }), refused)
  t.match(await put({ effective_from: shiftPeriod(last, -1) }), refused)
  t.match(await put({ effective_to: now, accept: ['few_faults'] }), { status: 200 })
})

t.test('ended, nothing is left out and no rule is named', async (t) => {
  const { data } = (await call('bod', 'GET', `/api/config/fault?period=${last}`)).body
  for (const { id } of data) t.equal((await call('bod', 'DELETE', `/api/config/fault/${id}`)).status, 200)
  const { onTime, body } = await calculated()
  t.match(onTime, { numerator: 20, denominator: 40 })
  t.notOk('left_out' in onTime)
  t.notOk('fault' in body.records)
})
