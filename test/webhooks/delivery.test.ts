import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { pendingDeliveries } from '../../plugins/webhooks/delivery-metrics.ts'
import { sendTasks } from '../../plugins/webhooks/delivery-task.ts'
import { fanOut } from '../../plugins/webhooks/jobs/event-fan-out.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { attempts, publishEvent, states, subscribe } from './deliveries.ts'
import { receiver } from './receiver.ts'

const { app, call } = await testApp(t)

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
    'webhook-id': event_id,
    'content-type': 'application/json',
    'user-agent': 'seller-operating-score',
    'x-tenant': 'north',
  })
  const [logged] = await attempts(call, `subscription_id=${id}`, 1)
  t.equal(logged.request_body, post?.body, 'the log holds the bytes that were sent')
  t.equal(logged.request_headers['webhook-signature'], post?.headers['webhook-signature'])
  t.match(logged, { status: 'delivered', response_status: 204, address: '127.0.0.1', attempt: 1 })
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
  const row = await app.db.row<{ secret: string }>('select secret from webhook_subscriptions where id = $1', [
    made.id,
  ])
  t.equal(app.encryption.decrypt(row?.secret ?? ''), secret)
  t.notMatch(row?.secret, secret)
  const rotated = await call('bod', 'POST', `/api/webhooks/${made.id}/rotate-secret`, {
    secret: 'another plain text',
  })
  t.match(rotated, { status: 200, body: { secret: 'another plain text' } })
  await call('bod', 'DELETE', `/api/webhooks/${made.id}`)
})

t.test(
  'what is begun at once is a claimed job, which ends with the last delivery that is stored',
  async (t) => {
    const answers: (() => void)[] = []
    const there = await receiver(t, (response) => {
      answers.push(() => void response.writeHead(204).end())
    })
    const { id } = await subscribe(call, there.url, { events: ['appeal.submitted'] })
    const jobs = () =>
      app.db.rows<{ state: string }>(
        `select state::text from pgboss.job where name = 'webhook-deliveries' and group_id = $1`,
        [String(id)],
      )
    const event = { type: 'appeal.submitted' as const, seller_id: null, data: {} }
    await app.db.transaction((tx) => app.events.publish(tx, [event, event]))
    await there.until(2)
    t.same(await jobs(), [{ state: 'active' }], 'one for both')
    answers[0]?.()
    await eventually(async () => (await states(app, id)).delivered === 1)
    t.same(await jobs(), [{ state: 'active' }])
    answers[1]?.()
    await eventually(async () => (await states(app, id)).delivered === 2)
    await eventually(async () => (await jobs()).length === 0)
  },
)

t.test('pending deliveries are counted in so many jobs, and each further job is one', async (t) => {
  const about = (subscription_id: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ delivery_id: index + 1, subscription_id, version: 1 }))
  const startAfter = new Date(Date.now() + 3_600_000)
  const counts: number[] = []
  const counting = app.db.transaction(async (tx) => {
    await tx.run`delete from pgboss.job where name = 'webhook-deliveries'`
    await sendTasks(app.jobs, tx, [...about(1, 60), ...about(2, 1)], { startAfter })
    await tx.run`
      update pgboss.queue set ready_count = 5, deferred_count = 2, active_count = 1 where name = 'webhook-deliveries'`
    for (const mostRead of [4, 3]) {
      const { value } = await tx.one<{ value: number }>(pendingDeliveries('pgboss', mostRead).sql)
      counts.push(Number(value))
    }
    throw new Error('not to be kept')
  })
  await t.rejects(counting, /not to be kept/)
  t.same(counts, [61, 61 + 5])
})

t.test('a job with data of another release is left in the queue, and the others are done', async (t) => {
  const odd = await app.db.one<{ id: string }>(
    `insert into pgboss.job (name, data, priority) values ('webhook-deliveries', '{"to": 1}', 5) returning id`,
  )
  const state = () =>
    app.db.one<{ state: string }>('select state::text from pgboss.job where id = $1', [odd.id])
  await eventually(async () => (await state()).state === 'active')
  const there = await receiver(t)
  const { id } = await subscribe(call, there.url, { events: ['appeal.submitted'] })
  await call('bod', 'POST', `/api/webhooks/${id}/test`)
  await there.until(1)
  t.match(await state(), { state: /active|retry/ })
  await app.db.pool.query('delete from pgboss.job where id = $1', [odd.id])
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

t.test('only what a subscription asks for is sent to it', async (t) => {
  const [a, b] = await Promise.all(
    ['S-A', 'S-B'].map((seller_code) =>
      app.db.prisma.seller.create({ data: { seller_code, company_name: seller_code } }),
    ),
  )
  const [byType, bySeller] = [await receiver(t), await receiver(t)]
  await subscribe(call, byType.url, { events: ['scoring.run_completed'] })
  await subscribe(call, bySeller.url, { seller_codes: ['S-B'] })
  await publishEvent(app, { n: 1 }, a?.id)
  await publishEvent(app, { n: 2 }, b?.id)
  await publishEvent(app, { n: 3 })
  const types = (await byType.until(1)).map(({ body }) => JSON.parse(body).type)
  const numbers = (await bySeller.until(1)).map(({ body }) => JSON.parse(body).data.n)
  t.same([types, numbers], [['scoring.run_completed'], [2]])
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
  const events = await app.db.row<{ ids: string[] }>('select array_agg(id::int) as ids from events')
  await fanOut(() => undefined).handler(
    app,
    { events: (events?.ids ?? []).map(Number).slice(-1) },
    {} as never,
  )
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
  await app.db.transaction(async (tx) => {
    for (let n = 0; n < 60; n++)
      await app.events.publish(tx, [{ type: 'appeal.submitted', seller_id: null, data: { n } }])
  })
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
