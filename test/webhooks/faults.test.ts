import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import t from 'tap'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { freePort } from '../setup/service.ts'
import { waiters } from '../setup/waiters.ts'
import {
  attempts,
  openJobs,
  passTime,
  publishAppeals,
  publishEvent,
  states,
  subscribe,
} from './deliveries.ts'
import { type Answer, holdingReceiver, noContent, receiver } from './receiver.ts'
import { selfSigned } from './self-signed.ts'

const { app, call } = await testApp(t, { WORKER: 'on' })

/** A server that does something to the connection itself. */
async function rawServer(t: { teardown(work: () => unknown): unknown }, act: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    act(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

const seconds = (entry: { attempted_at: string; duration_ms: number; next_attempt_at: string }) =>
  (Date.parse(entry.next_attempt_at) - Date.parse(entry.attempted_at) - entry.duration_ms) / 1000

/** The first attempt at a subscription of its own, with one event. */
async function firstAttempt(url: string, settings: object = {}) {
  const { id } = await subscribe(call, url, {
    timeout_ms: 1000,
    events: ['scoring.run_completed'],
    ...settings,
  })
  await publishEvent(app)
  const [entry] = await attempts(call, `subscription_id=${id}`, 1)
  await call('bod', 'DELETE', `/api/webhooks/${id}`)
  return entry
}

const endless: Answer = (response) => {
  response.writeHead(200)
  const more = () => {
    while (response.writable && response.write('x'.repeat(64 * 1024)));
    response.once('drain', more)
  }
  more()
}

type Tap = Parameters<typeof receiver>[0]
const answering = (answer?: Answer, tls?: typeof selfSigned) => async (t: Tap) =>
  (await receiver(t, answer, tls)).url
const onData = (act: (socket: Socket) => void) => (t: Tap) =>
  rawServer(t, (socket) => socket.once('data', () => act(socket)))
const failed = (status: number, reason: RegExp) => ({ status: 'failed', response_status: status, reason })
const unanswered = (reason: RegExp) => ({ status: 'failed', response_status: null, reason })
const delivered = (response_body: string | RegExp) => ({
  ...{ status: 'delivered', response_status: 200, response_body },
})
const at = { address: '127.0.0.1' }
const late = unanswered(/did not answer in time/)
const elsewhere = { location: 'http://10.0.0.1/' }
const soFar: Answer = (response) => void response.writeHead(200).write('so far')
const oops: Answer = (response) => response.writeHead(500).end('oops')
const plain = async (t: Tap) => (await receiver(t)).url.replace('http:', 'https:')
const nowhere = async () => `http://127.0.0.1:${await freePort()}/`

const cases: [name: string, url: (t: Tap) => Promise<string>, expected: object][] = [
  ['no answer', answering(() => {}), { ...late, ...at }],
  ['a connection without a word', (t) => rawServer(t, () => {}), late],
  ['a reset', onData((socket) => socket.resetAndDestroy()), unanswered(/reset|closed the connection/)],
  ['the end of the connection', onData((socket) => socket.end()), unanswered(/closed the connection/)],
  ['nobody there', nowhere, { ...unanswered(/refused the connection/), ...at }],
  ['another protocol', onData((socket) => socket.end('220 ESMTP\r\n')), unanswered(/not HTTP/)],
  ['an endless answer with 200', answering(endless), delivered(/^x+… \[cut\]$/)],
  ['a body that hangs after 200', answering(soFar), delivered('so far')],
  [
    'a redirect to a private address',
    answering((response) => response.writeHead(301, elsewhere).end()),
    failed(301, /redirects are not followed/),
  ],
  [
    'its own signature',
    answering(noContent, selfSigned),
    { ...unanswered(/^TLS failed: .*self-signed/), ...at },
  ],
  ['plain HTTP where TLS is spoken', plain, unanswered(/^TLS failed/)],
  ['no such name', async () => 'http://nobody.invalid/', { ...unanswered(/host name/), address: null }],
  ['an answer of 500', answering(oops), { ...failed(500, /500/), response_body: 'oops' }],
]

for (const [name, url, expected] of cases)
  t.test(`${name} is logged as what it is`, async (t) => {
    const entry = await firstAttempt(await url(t))
    t.match(entry, expected)
    if (entry.status === 'failed')
      // It was set after the end of the attempt, which is known to a millisecond or two, and before this moment.
      t.ok(
        seconds(entry) >= 3.998 && Date.parse(entry.next_attempt_at) <= Date.now() + 6_000,
        'tried again after 5 s ± 20 %',
      )
  })

t.test('a receiver’s wish to wait is granted', async (t) => {
  const wish = { 'retry-after': '120' }
  const entry = await firstAttempt(await answering((response) => response.writeHead(429, wish).end())(t))
  t.ok(seconds(entry) >= 119 && seconds(entry) <= 131, `${seconds(entry)}`)
  t.match(entry.reason, /It asked to wait/)
})

t.test('500 and then 200 have the same webhook-id and body, and both are in the log', async (t) => {
  const there = await receiver(t, (response, number) => response.writeHead(number === 1 ? 500 : 200).end())
  const { id } = await subscribe(call, there.url)
  await publishEvent(app)
  await attempts(call, `subscription_id=${id}`, 1)
  await passTime(app)
  const [first, second] = await there.until(2)
  t.equal(second?.body, first?.body)
  t.equal(second?.headers['webhook-id'], first?.headers['webhook-id'])
  const logged = await attempts(call, `subscription_id=${id}`, 2)
  t.match(logged, [
    { attempt: 1, status: 'failed', response_status: 500 },
    { attempt: 2, status: 'delivered', response_status: 200, next_attempt_at: null },
  ])
  await eventually(async () => (await states(app, id)).delivered === 1)
  const { body } = await call('bod', 'GET', `/api/webhooks/${id}`)
  t.match(body, { failing_since: null, failed_attempts: 0 })
})

t.test('after the tenth failure a delivery has failed, and no job is left of it', async (t) => {
  const there = await receiver(t, (response) => response.writeHead(400).end())
  const { id } = await subscribe(call, there.url)
  await publishEvent(app)
  for (let count = 1; count <= 10; count++) {
    await attempts(call, `subscription_id=${id}`, count)
    await passTime(app)
  }
  const logged = await attempts(call, `subscription_id=${id}`, 10)
  t.match(logged[9], { attempt: 10, next_attempt_at: null, reason: /last of 10 attempts/ })
  t.same(await states(app, id), { failed: 1 })
  await eventually(async () => (await openJobs(app, id)).length === 0)
})

t.test('410 ends the delivery and disables the subscription, which the feed shows', async (t) => {
  const there = await receiver(t, (response) => response.writeHead(410).end())
  const { id } = await subscribe(call, `${there.url}?key=credential`)
  await publishEvent(app)
  const get = async () => (await call('bod', 'GET', `/api/webhooks/${id}`)).body
  await eventually(async () => (await get()).status === 'disabled')
  t.match(await get(), { is_active: false, disabled_reason: /410/, disabled_at: String })
  t.same(await states(app, id), { failed: 1 })
  const feed = async () => (await call('bod', 'GET', '/api/events?type=webhook.endpoint_disabled')).body.data
  await eventually(async () => (await feed()).length > 0)
  t.match((await feed())[0].data, { subscription: { id, url: there.url }, reason: /410/ })
  t.notMatch(JSON.stringify(await feed()), 'credential')
})

t.test('what a receiver echoes of the credentials it was sent is hidden in the log', async (t) => {
  const secret = 'super-secret-token-of-the-tenant'
  const there = await receiver(t, (response, _number, request) =>
    response.writeHead(200, { 'x-echo': String(request.headers.authorization) }).end(`got ${secret}`),
  )
  const entry = await firstAttempt(there.url, { headers: { authorization: `Bearer ${secret}` } })
  t.notMatch(JSON.stringify(entry), secret)
  t.match(entry, { request_headers: { authorization: '[hidden]' }, response_body: 'got [hidden]' })
})

t.test('an attempt that breaks off in this process fails alone, and is made again', async (t) => {
  const restore = signatureFailsFor('unsignable')
  t.teardown(restore)
  const there = await receiver(t)
  const { id } = await subscribe(call, there.url, { max_concurrency: 1, events: ['appeal.submitted'] })
  await publishAppeals(app, { n: 1 }, { text: 'unsignable' }, { n: 2 }, { n: 3 })
  const logged = await attempts(call, `subscription_id=${id}`, 4)
  t.same(await states(app, id), { delivered: 3, pending: 1 })
  t.match(
    logged.filter(({ status }) => status === 'failed'),
    [{ ...unanswered(/No digest today/), attempt: 1, url: there.url, next_attempt_at: String }],
  )
  restore()
  await passTime(app)
  await eventually(async () => (await states(app, id)).delivered === 4)
  await eventually(async () => (await openJobs(app, id)).length === 0)
})

t.test('an attempt that can’t be stored keeps no other from being stored', async (t) => {
  const there = await holdingReceiver(t, 204)
  const { id } = await subscribe(call, there.url, { events: ['appeal.submitted'] })
  await app.db.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.request_body like '%unstorable%' then raise 'refused by a trigger'; end if;
      return new;
    end $$;
    create trigger refuse before insert on webhook_attempts for each row execute function refuse()`)
  await publishAppeals(app, { n: 1 }, { n: 2 }, { text: 'unstorable' }, { n: 3 })
  await there.until(4)
  await whileNothingIsStored(async () => {
    there.answerAll()
    await eventually(isStoring)
  })
  await eventually(async () => (await states(app, id)).delivered === 3)
  t.same(await states(app, id), { delivered: 3, pending: 1 })
  t.equal(there.received.length, 4, 'none of them was sent twice')
  await call('bod', 'DELETE', `/api/webhooks/${id}`)
  await app.db.pool.query('drop function refuse cascade')
})

t.test('a subscription that can’t be disabled keeps no other from being disabled', async (t) => {
  const answers = new Map<string, () => void>()
  const there = await receiver(t, (response, _number, { url = '' }) => {
    answers.set(url, () => void response.writeHead(url === '/first' ? 204 : 410).end())
  })
  const paths = ['/first', '/refused', '/gone']
  const ids: number[] = []
  for (const path of paths) {
    const url = new URL(path, there.url).href
    ids.push((await subscribe(call, url, { events: ['appeal.submitted'] })).id)
  }
  await app.db.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.url like '%/refused' and not new.is_active then raise 'refused by a trigger'; end if;
      return new;
    end $$;
    create trigger refuse before update on webhook_subscriptions for each row execute function refuse()`)
  await publishAppeals(app, {})
  await there.until(3)
  await whileNothingIsStored(async () => {
    answers.get('/first')?.()
    await eventually(isStoring) // so that the others are stored together
    for (const path of paths.slice(1)) answers.get(path)?.()
  })
  const [, refused, gone] = ids as [number, number, number]
  const statusOf = async (id: number) => (await call('bod', 'GET', `/api/webhooks/${id}`)).body.status
  await eventually(async () => (await statusOf(gone)) === 'disabled')
  t.equal(await statusOf(refused), 'active')
  await app.db.pool.query('drop function refuse cascade')
  for (const id of ids) await call('bod', 'DELETE', `/api/webhooks/${id}`)
})

t.test('locked subscriptions keep no attempt at another from being stored', async (t) => {
  const there = await holdingReceiver(t, 204)
  const subscribeOne = () => subscribe(call, there.url, { events: ['appeal.submitted'] })
  const other = await subscribeOne()
  const locked = await Promise.all(Array.from({ length: 4 }, subscribeOne))
  const ids = [other, ...locked].map(({ id }) => id)
  await app.db.rows('update webhook_subscriptions set failing_since = now() where id = any($1)', [ids])
  await publishAppeals(app, ...Array.from({ length: 5 }, () => ({})))
  await there.until(5 * ids.length)
  const holder = await app.db.pool.connect()
  await holder.query('begin; set local idle_in_transaction_session_timeout = 0')
  await holder.query('select from webhook_subscriptions where id = any($1) and id <> $2 for no key update', [
    ids,
    other.id,
  ])
  there.replyWith(noContent)
  there.answerAll()
  for (let count = 5; count <= 8; count++) {
    await eventually(async () => (await states(app, other.id)).delivered === count)
    await publishAppeals(app, {})
    await there.until((count + 1) * ids.length)
  }
  const waiting = await waiters(app.db)
  t.ok(waiting <= 1, `${waiting} connections wait`)
  await holder.query('commit')
  holder.release()
  for (const { id } of locked) await eventually(async () => (await states(app, id)).delivered === 9)
  t.equal(there.received.length, 9 * ids.length)
  for (const id of ids) await call('bod', 'DELETE', `/api/webhooks/${id}`)
})

t.test('an attempt that was overtaken changes nothing, stored beside the one that overtook it', async (t) => {
  const answers: ServerResponse[] = []
  const there = await receiver(t, (response, number) => {
    if (number === 1) response.writeHead(500).end()
    else answers.push(response)
  })
  const { id } = await subscribe(call, there.url, { events: ['appeal.submitted'] })
  await publishAppeals(app, {})
  const [first] = await attempts(call, `subscription_id=${id}`, 1)
  for (const count of [2, 3]) {
    await call('bod', 'POST', `/api/webhooks/logs/${first.id}/redeliver`)
    await there.until(count)
  }
  for (const [at, status] of [410, 204].entries()) answers[at]?.writeHead(status).end()
  const logged = await attempts(call, `subscription_id=${id}`, 2)
  t.match(logged, [{ attempt: 1 }, { attempt: 1, status: 'delivered' }])
  t.match((await call('bod', 'GET', `/api/webhooks/${id}`)).body, { status: 'active' })
})

const whileNothingIsStored = (work: () => Promise<void>) =>
  app.db.transaction(
    async (tx) => {
      await tx.run`lock table webhook_attempts in share mode`
      await work()
    },
    { timeout: 60_000 },
  )

/** Whether attempts wait for the lock on their table. */
const isStoring = async () => (await waiters(app.db, 'webhook_attempts')) > 0

/** Makes signing throw for whatever contains the text, until the answer is called. */
function signatureFailsFor(text: string) {
  const hmac = Object.getPrototypeOf(createHmac('sha256', ''))
  const { update } = hmac
  hmac.update = function (data: unknown, ...more: unknown[]) {
    if (String(data).includes(text)) throw new Error('No digest today')
    return update.call(this, data, ...more)
  }
  return () => void Object.assign(hmac, { update })
}
