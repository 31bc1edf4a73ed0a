import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { openDeliveries } from '../../plugins/webhooks/deliver.ts'
import { pendingDeliveries } from '../../plugins/webhooks/deliveries.ts'
import { fanOut, sendPending } from '../../plugins/webhooks/jobs.ts'
import { bodyOf } from '../../plugins/webhooks/sending/attempt.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { inLongForm } from '../setup/form.ts'
import {
  attempts,
  openJobs,
  passTime,
  publishAppeals,
  publishEvent,
  states,
  subscribe,
} from './deliveries.ts'
import { holdingReceiver, receiver } from './receiver.ts'

const { app, call, done, DATABASE_URL } = await testApp(t, { WORKER: 'on' })

t.test('a receiver with a published library accepts what arrives', async (t) => {
  const there = await receiver(t)
  const { secret, id } = await subscribe(call, there.url, { headers: { 'x-tenant': 'north' } })
  const event_id = await publishEvent(app, { text: 'Grüße — 世界 "quoted" \\ and\nlines' })
  const [post] = await there.until(1)
  const payload = new Webhook(secret).verify(post?.body ?? '', post?.headers as Record<string, string>)
  t.match(payload, {
    id: event_id,
    type: 'scoring.run_completed',
    timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    sequence: null,
    data: { text: 'Grüße — 世界 "quoted" \\ and\nlines' },
  })
  t.match(post?.headers, {
    ...{ 'webhook-id': event_id, 'content-type': 'application/json', 'x-tenant': 'north' },
    'user-agent': 'seller-operating-score',
  })
  const [logged] = await attempts(call, `subscription_id=${id}`, 1)
  t.equal(logged.request_body, post?.body, 'the log holds the bytes that were sent')
  t.equal(logged.request_headers['webhook-signature'], post?.headers['webhook-signature'])
  t.match(logged, { status: 'delivered', response_status: 204, address: '127.0.0.1', attempt: 1 })
})

t.test('what is sent holds the event as it was published, byte for byte', async (t) => {
  const event = {
    event_id: '5f0c0a52-7d26-4f0e-9f2e-6f7c1f1b8f10',
    event_type: 'appeal.decided',
    occurred_at: '2026-11-03T10:00:00.000Z',
    sequence: 7,
    event_data: '{"total_sos":12.50,"note":"\\u00e9"}',
  }
  t.equal(
    bodyOf(event),
    `{"id":"${event.event_id}","type":"appeal.decided","timestamp":"2026-11-03T10:00:00.000Z","sequence":7,"data":{"total_sos":12.50,"note":"\\u00e9"}}`,
  )
})

t.test('a plain secret signs with its own bytes', async (t) => {
  const there = await receiver(t)
  const secret = 'a plain text that the receiver knows'
  const made = await subscribe(call, there.url, { secret })
  t.equal(made.secret, secret)
  await publishEvent(app)
  const [post] = await there.until(1)
  const headers = post?.headers as Record<string, string>
  t.ok(new Webhook(secret, { format: 'raw' }).verify(post?.body ?? '', headers))
  const stored = await app.db.value<string>`select secret from webhook_subscriptions where id = ${made.id}`
  t.equal(app.encryption.decrypt(stored), secret)
  t.notMatch(stored, secret)
  const another = { secret: 'another plain text' }
  t.match(await done('bod', 'POST', `/api/webhooks/${made.id}/rotate-secret`, another), another)
  await call('bod', 'DELETE', `/api/webhooks/${made.id}`)
})

t.test('a subscription has a queue, which is deleted with it', async (t) => {
  const queue = (id: number) =>
    app.db.rows('select from pgboss.queue where name = $1', [`webhook-delivery-${id}`])
  const { id } = await subscribe(call, (await receiver(t)).url, { events: ['appeal.submitted'] })
  await eventually(async () => (await queue(id)).length === 1)
  await call('bod', 'DELETE', `/api/webhooks/${id}`)
  await eventually(async () => (await queue(id)).length === 0)
})

t.test('a delivery that has lost its job gets another, and one that has a job keeps it', async (t) => {
  const there = await receiver(t, (response) => response.writeHead(500).end())
  const { id } = await subscribe(call, there.url, { events: ['appeal.submitted'] })
  await publishAppeals(app, {}, {})
  await attempts(call, `subscription_id=${id}`, 2)
  await eventually(async () => (await openJobs(app, id)).length === 2)
  await app.db.rows(
    `delete from pgboss.job where id = (select id from pgboss.job where name = $1 and state = 'created' limit 1)`,
    [`webhook-delivery-${id}`],
  )
  await sendPending(app)
  t.equal((await openJobs(app, id)).length, 2)
  there.replyWith((response) => response.writeHead(204).end())
  await passTime(app)
  await eventually(async () => (await states(app, id)).delivered === 2)
  t.equal(there.received.length, 4)
  await call('bod', 'DELETE', `/api/webhooks/${id}`)
})

t.test('a job that two workers do at once is posted twice and counted once', async (t) => {
  const there = await holdingReceiver(t, 500)
  const { id } = await subscribe(call, there.url, { events: ['appeal.submitted'] })
  await publishAppeals(app, {})
  await there.until(1)
  const { data } = await app.db.one<{ data: { delivery_id: number; version: number } }>(
    'select data from pgboss.job where name = $1',
    [`webhook-delivery-${id}`],
  )
  const { signal } = new AbortController()
  const other = openDeliveries((await testApp(t, { DATABASE_URL })).app, signal)
  t.teardown(() => other.close())
  const again = other.work({ id, at_a_time: 20 }, data, signal)
  await there.until(2)
  there.answerAll()
  await again
  await attempts(call, `subscription_id=${id}`, 1)
  await eventually(async () => (await openJobs(app, id)).every(({ state }) => state === 'created'))
  t.equal((await attempts(call, `subscription_id=${id}`, 1)).length, 1)
  t.match((await call('bod', 'GET', `/api/webhooks/${id}`)).body, { failed_attempts: 1 })
  t.equal((await openJobs(app, id)).length, 1, 'one next attempt')
  await other.work({ id, at_a_time: 20 }, data, signal)
  t.equal(there.received.length, 2, 'a job of the past does nothing')
  await call('bod', 'DELETE', `/api/webhooks/${id}`)
})

t.test('receivers that hang hold up nobody else', async (t) => {
  const hanging = await receiver(t, () => {})
  const quick = await receiver(t)
  const settings = { events: ['appeal.submitted'], max_concurrency: 5, timeout_ms: 30_000 }
  const ids = await Promise.all(
    Array.from({ length: 5 }, async () => (await subscribe(call, hanging.url, settings)).id),
  )
  const { id } = await subscribe(call, quick.url, settings)
  await publishAppeals(app, ...Array(200).fill({}))
  await eventually(async () => (await states(app, id)).delivered === 200)
  t.ok(hanging.received.length <= 25, 'each hangs with as many as it may have at a time')
  for (const one of [id, ...ids]) await call('bod', 'DELETE', `/api/webhooks/${one}`)
})

t.test('deliveries that hang leave the other slots of their receiver free', async (t) => {
  const there = await receiver(t, (response, number) => {
    if (number > 4) response.writeHead(204).end()
  })
  const settings = { events: ['appeal.submitted'], max_concurrency: 5, timeout_ms: 30_000 }
  const { id } = await subscribe(call, there.url, settings)
  for (let hanging = 1; hanging <= 4; hanging++) {
    await publishAppeals(app, {})
    await there.until(hanging)
  }
  for (let more = 1; more <= 20; more++) await publishAppeals(app, {})
  await eventually(async () => (await states(app, id)).delivered === 20)
  t.same(await attempts(call, `subscription_id=${id}&status=failed`, 0), [], 'none has timed out meanwhile')
  await call('bod', 'DELETE', `/api/webhooks/${id}`)
})

t.test(
  'an open circuit keeps deliveries back until a probe closes it, whatever the clock is set to',
  { skip: inLongForm },
  async (t) => {
    const there = await receiver(t, (response) => response.writeHead(500).end())
    const { id } = await subscribe(call, there.url, { events: ['appeal.submitted'], max_concurrency: 1 })
    await publishAppeals(app, ...Array(5).fill({}))
    await attempts(call, `subscription_id=${id}`, 5)
    const { now } = app.clock
    t.teardown(() => Object.assign(app.clock, { now }))
    app.clock.now = () => new Date(Date.now() - 3_600_000)
    await passTime(app)
    await eventually(async () => (await openJobs(app, id)).some(({ state }) => state === 'active'))
    t.equal(there.received.length, 5)
    there.replyWith((response) => response.writeHead(204).end())
    await eventually(async () => (await states(app, id)).delivered === 5)
    await call('bod', 'DELETE', `/api/webhooks/${id}`)
  },
)

t.test('pending deliveries are counted over all queues', async (t) => {
  await app.db.transaction(async (tx) => {
    // pg-boss counts anew meanwhile.
    await tx.run`set transaction isolation level repeatable read`
    const { value } = await tx.one<{ value: number }>(pendingDeliveries('pgboss').sql)
    await tx.run`insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds,
        retention_seconds, deletion_seconds, partition, table_name, warning_queued, ready_count, deferred_count, active_count)
      select 'webhook-delivery-' || n, policy, retry_limit, retry_delay, retry_backoff, expire_seconds,
        retention_seconds, deletion_seconds, partition, table_name, warning_queued, 5, 2, 1
      from pgboss.queue, generate_series(900001, 900002) n where name = 'event-fan-out'`
    const { value: more } = await tx.one<{ value: number }>(pendingDeliveries('pgboss').sql)
    t.equal(Number(more), Number(value) + 16)
    await tx.run`delete from pgboss.queue where name like 'webhook-delivery-90000%'`
  })
})

t.test('events of a seller carry their sequence', async (t) => {
  const seller = await app.db.prisma.seller.create({
    data: { seller_code: 'S-SEQ', company_name: 'Sequence' },
  })
  const there = await receiver(t)
  await subscribe(call, there.url, { seller_codes: ['S-SEQ'] })
  for (const n of [1, 2, 3]) await publishEvent(app, { n }, seller.id)
  const bodies = (await there.until(3)).map(({ body }) => JSON.parse(body))
  t.same(bodies.map(({ sequence, data }) => [sequence, data.n]).sort(), [
    [1, 1],
    [2, 2],
    [3, 3],
  ])
})

t.test('a subscription means its sellers, whatever their codes become', async (t) => {
  const make = async (seller_code: string): Promise<number> =>
    (await done('bod', 'POST', '/api/sellers', { seller_code, company_name: 'Code' })).id
  const [first, gone] = [await make('S-OLD'), await make('S-GONE')]
  const there = await receiver(t)
  const { id } = await subscribe(call, there.url, { seller_codes: ['S-OLD', 'S-GONE'] })
  await publishEvent(app, { n: 1 }, first)
  await publishEvent(app, { n: 2 }, gone)
  await there.until(2)
  await done('bod', 'PATCH', '/api/sellers/S-OLD', { seller_code: 'S-NEW' })
  await done('bod', 'DELETE', '/api/sellers/S-GONE')
  for (const code of ['S-OLD', 'S-GONE']) await publishEvent(app, { n: 'of another' }, await make(code))
  await publishEvent(app, { n: 3 }, first)
  await there.until(3)
  const numbers = () => there.received.map(({ body }) => JSON.parse(body).data.n).sort()
  t.same(numbers(), [1, 2, 3])
  const { seller_codes, ...rest } = await done('bod', 'GET', `/api/webhooks/${id}`)
  t.same([seller_codes, rest.seller_ids], [['S-NEW'], undefined])
  const { data } = await done('bod', 'GET', '/api/webhooks')
  t.match(
    data.find((one: { id: number }) => one.id === id),
    { seller_codes: ['S-NEW'] },
  )
  const health = () => done('bod', 'GET', `/api/webhooks/${id}/health`)
  await eventually(async () => (await health()).delivered === 3) // a receiver has it before that is stored
  t.match(await health(), { events: 3, delivered: 3, missing: 0 })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  t.match(await done('bod', 'POST', `/api/webhooks/${id}/replay`, { since }), { events: 3 })
  await there.until(6)
  t.same(numbers(), [1, 1, 2, 2, 3, 3])

  await done('bod', 'DELETE', '/api/sellers/S-NEW')
  const left = await done('bod', 'GET', `/api/webhooks/${id}`)
  t.same(left.seller_codes, [], 'its sellers are all deleted')
  t.equal((await call('bod', 'GET', '/api/webhooks')).status, 200)
  await done('bod', 'PATCH', `/api/webhooks/${id}`, { ...left, name: 'Of nobody' })
  await done('bod', 'PATCH', `/api/webhooks/${id}`, { seller_codes: null })
  t.equal((await done('bod', 'GET', `/api/webhooks/${id}`)).seller_codes, null, 'all sellers again')
})

t.test('a change that is rolled back has neither event nor job', async (t) => {
  const count = () =>
    app.db.row(`select (select count(*) from events) as events,
                       (select count(*) from pgboss.job where name = 'event-fan-out') as jobs`)
  const before = await count()
  const failing = app.db.transaction(async (tx) => {
    await app.events.publish(tx, [{ type: 'scoring.run_completed', seller_id: null, data: {} }])
    throw new Error('changed my mind')
  })
  await t.rejects(failing, { message: 'changed my mind' })
  t.same(await count(), before)
})

t.test('an event that is fanned out twice is delivered once', async (t) => {
  const there = await receiver(t)
  const { id } = await subscribe(call, there.url)
  await publishEvent(app)
  await there.until(1)
  const { last } = await app.db.one<{ last: number }>('select max(id)::int as last from events')
  await fanOut(() => {}).handler(app, { events: [last] }, {} as never)
  await eventually(async () => (await states(app, id)).delivered === 1)
  t.equal(there.received.length, 1)
})

t.test('a subscription gets at most as many at a time as it wants', async (t) => {
  let [running, most] = [0, 0]
  const there = await receiver(t, (response) => {
    running++
    most = Math.max(most, running)
    setImmediate(() => {
      running--
      response.writeHead(204).end()
    })
  })
  await subscribe(call, there.url, { max_concurrency: 3, events: ['appeal.submitted'] })
  await publishAppeals(app, ...Array.from({ length: 60 }, (_, n) => ({ n })))
  const numbers = (await there.until(60)).map(({ body }) => JSON.parse(body).data.n)
  t.equal(new Set(numbers).size, 60, 'all arrive')
  t.ok(most <= 3, `${most} at a time`)
})

t.test('data that is too large for a webhook goes without its largest field, which is named', async (t) => {
  const there = await receiver(t)
  await subscribe(call, there.url)
  await publishEvent(app, { small: 1, large: 'x'.repeat(30_000), medium: 'y'.repeat(1_000) })
  const [post] = await there.until(1)
  t.ok(Buffer.byteLength(post?.body ?? '') < 20_000)
  t.same(JSON.parse(post?.body ?? '').data, { small: 1, medium: 'y'.repeat(1_000), omitted: ['large'] })
})
