import t from 'tap'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { attempts, publishEvent, subscribe } from './deliveries.ts'
import { receiver } from './receiver.ts'

const { app, call } = await testApp(t, { WORKER: 'on' })
const ids = (query: string) => call('viewer', 'GET', `/api/webhooks/logs?${query}`)

t.test('the log is filtered by subscription, type, event, status and time', async (t) => {
  const good = await receiver(t)
  const bad = await receiver(t, (response) => response.writeHead(400).end())
  const a = await subscribe(call, good.url)
  const b = await subscribe(call, bad.url, { events: ['scoring.run_completed'] })
  const event_id = await publishEvent(app)
  await app.db.transaction((tx) =>
    app.events.publish(tx, [{ type: 'appeal.decided', seller_id: null, data: {} }]),
  )
  await attempts(call, `subscription_id=${a.id}`, 2)
  await attempts(call, `subscription_id=${b.id}`, 1)
  const total = async (query: string) => (await ids(query)).body.total
  t.equal(await total(''), 3)
  t.equal(await total(`subscription_id=${a.id}`), 2)
  t.equal(await total('event_type=appeal.decided'), 1)
  t.equal(await total(`event_id=${event_id}`), 2)
  t.equal(await total(`event_id=${event_id}&subscription_id=${b.id}`), 1)
  t.equal(await total('status=failed'), 1)
  t.equal(await total('status=delivered'), 2)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  t.equal(await total(`from=${tomorrow}`), 0)
  t.equal(await total(`to=${tomorrow}`), 3)
  const page = await ids('limit=2&page=2')
  t.match(page.body, { total: 3, page: 2, limit: 2, data: [{ id: 1 }] }, 'newest first')

  await call('bod', 'DELETE', `/api/webhooks/${a.id}`)
  t.equal(await total(`subscription_id=${a.id}`), 2, 'the log of a deleted subscription is kept')
  t.equal(await total(`event_id=${event_id}`), 2)
  await call('bod', 'DELETE', `/api/webhooks/${b.id}`)
})

t.test('one attempt says what was signed and dialled, what came of it, what follows', async (t) => {
  const there = await receiver(t, (response, number) => response.writeHead(number === 1 ? 503 : 200).end())
  const { id } = await subscribe(call, there.url)
  await publishEvent(app)
  const [entry] = await attempts(call, `subscription_id=${id}`, 1)
  const { status, body } = await call('viewer', 'GET', `/api/webhooks/logs/${entry.id}`)
  t.equal(status, 200)
  const received = there.received[0]
  t.equal(body.request_headers['webhook-signature'], received?.headers['webhook-signature'])
  t.equal(body.request_body, received?.body)
  t.match(body, {
    ...{ attempt: 1, trigger: 'event', key_ids: entry.key_ids, address: '127.0.0.1' },
    reason: 'The receiver answered 503 (Service Unavailable).',
    next_attempt_at: entry.next_attempt_at,
  })
  t.match(body.delivery, { status: 'pending', attempts: 1, next_attempt_at: entry.next_attempt_at })
  t.match(body.attempts, [{ id: entry.id, attempt: 1, status: 'failed', response_status: 503 }])
  t.equal((await call('viewer', 'GET', '/api/webhooks/logs/999999')).status, 404)
})

t.test('health finds what a subscription wants and has not got', async (t) => {
  const seller = await app.db.prisma.seller.create({ data: { seller_code: 'S-GAP', company_name: 'Gap' } })
  const there = await receiver(t, (response, _number, request) => {
    response.writeHead(request.url === '/hook' ? 204 : 400).end()
  })
  const { id } = await subscribe(call, there.url, { seller_codes: ['S-GAP'] })
  const always = await subscribe(call, (await receiver(t)).url, { seller_codes: ['S-GAP'] })
  const health = async () => (await call('viewer', 'GET', `/api/webhooks/${id}/health`)).body
  t.match(await health(), { status: 'active', events: 0, missing: 0, oldest_pending: null })

  await publishEvent(app, { n: 1 }, seller.id)
  await eventually(async () => (await health()).delivered === 1)
  await call('bod', 'PATCH', `/api/webhooks/${id}`, { is_active: false })
  await publishEvent(app, { n: 2 }, seller.id)
  await publishEvent(app, { n: 3 }, seller.id)
  await attempts(call, `subscription_id=${always.id}`, 3)
  await call('bod', 'PATCH', `/api/webhooks/${id}`, { is_active: true })
  await publishEvent(app, { n: 4 }, seller.id)
  await eventually(async () => (await health()).delivered === 2)
  await call('bod', 'PATCH', `/api/webhooks/${id}`, { url: `${there.url}-gone` })
  const lost = await publishEvent(app, { n: 5 }, seller.id)
  await attempts(call, `subscription_id=${id}&status=failed`, 1)

  t.match(await health(), {
    events: 5,
    delivered: 2,
    missing: 3,
    pending: 1,
    held: 0,
    failed: 0,
    oldest_pending: { event_id: lost, event_type: 'seller.score_finalized', attempts: 1 },
    attempts: { delivered: 2, failed: 1, p50_ms: Number, p95_ms: Number },
    failing_since: String,
  })

  await call('bod', 'PATCH', `/api/webhooks/${id}`, { url: there.url })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  await call('bod', 'POST', `/api/webhooks/${id}/replay`, { since })
  await eventually(async () => (await health()).missing === 0)
  t.match(await health(), { events: 5, delivered: 5, missing: 0, failing_since: null })
  await app.db.run`
    update webhook_attempts set duration_ms = 10 + n from (
      select id as one, row_number() over (order by id) as n from webhook_attempts where subscription_id = ${id}) numbered
    where id = one`
  const { p50_ms, p95_ms } = (await health()).attempts
  t.ok(Number.isInteger(p50_ms) && Number.isInteger(p95_ms), `${p50_ms} and ${p95_ms} are whole milliseconds`)
  const range = 'from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z'
  const past = await call('viewer', 'GET', `/api/webhooks/${id}/health?${range}`)
  t.match(past.body, { events: 0, attempts: { delivered: 0, p50_ms: null } })

  await app.db.run`update webhook_subscriptions set created_at = now() - interval '1 year' where id = ${id}`
  await app.db.run`update events set occurred_at = now() - interval '91 days' where event_id = ${lost}`
  await app.db
    .run`delete from webhook_deliveries where event_id = (select id from events where event_id = ${lost})`
  const year = new Date(Date.now() - 365 * 86_400_000).toISOString()
  const { body: kept } = await call('viewer', 'GET', `/api/webhooks/${id}/health?from=${year}`)
  t.match(
    kept,
    { events: 4, missing: 0 },
    'what was delivered before the log that is kept is not called missing',
  )
  t.ok(Date.parse(kept.from) > Date.now() - 91 * 86_400_000)
})
