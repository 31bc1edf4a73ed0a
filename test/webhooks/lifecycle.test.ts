import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { webhookResume } from '../../plugins/webhooks/deliveries.ts'
import { sendPending } from '../../plugins/webhooks/jobs.ts'
import { noticeFailing } from '../../plugins/webhooks/sending/disabling.ts'
import { changeSubscription, lockSubscription } from '../../plugins/webhooks/subscription-row.ts'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { overlapping, waiters } from '../setup/waiters.ts'
import { attempts, passTime, publishAppeals, publishEvent, states, subscribe } from './deliveries.ts'
import { holdingReceiver, type Received, receiver } from './receiver.ts'

const { app, call, done, user } = await testApp(t, { WORKER: 'on' })
const patch = (id: number, body: object) => call('bod', 'PATCH', `/api/webhooks/${id}`, body)
const get = async (id: number) => (await call('bod', 'GET', `/api/webhooks/${id}`)).body

/** What the audit log has of such a deed to a subscription. */
const audited = async (id: number, action: string) =>
  (await done('bod', 'GET', `/api/audit?entity=webhook_subscription&entity_id=${id}&action=${action}`)).data

/** Lets a subscription's attempts have failed since so many days ago, as if they had. */
const failedFor = (id: number, days: number) =>
  app.db.rows(
    `update webhook_subscriptions set failing_since = now() - make_interval(days => $2, mins => 1) where id = $1`,
    [id, days],
  )

/** The notices in the feed about a subscription, oldest first. */
async function notices(id: number) {
  const rows = await app.db.rows<{ type: string; data: { subscription: { id: number }; reason: string } }>(
    `select type, data from events where type like 'webhook.endpoint%' order by id`,
  )
  return rows
    .filter(({ data }) => data.subscription.id === id)
    .map(({ type, data }) => `${type}: ${data.reason}`)
}

t.test('a ping goes to the subscription that is tested alone, paused or not', async (t) => {
  const [there, other] = [await receiver(t), await receiver(t)]
  const { id } = await subscribe(call, there.url, { events: ['appeal.decided'], is_active: false })
  const everything = await subscribe(call, other.url)
  const { status, body } = await call('bod', 'POST', `/api/webhooks/${id}/test`)
  t.match({ status, body }, { status: 200, body: { success: true, event_id: String } })
  const [ping] = await there.until(1)
  const sent = { id: body.event_id, type: 'webhook.ping', data: { subscription: { id } } }
  t.match(JSON.parse(ping?.body ?? ''), sent)
  const [entry] = await attempts(call, `event_id=${body.event_id}`, 1)
  t.match(entry, { subscription_id: id, trigger: 'test', status: 'delivered' })
  t.match(await audited(id, 'webhook.tested'), [
    { user_id: user.bod.id, before: null, after: { event_id: body.event_id } },
  ])
  await publishEvent(app)
  await other.until(1)
  t.same(
    other.received.map(({ body }) => JSON.parse(body).type),
    ['scoring.run_completed'],
  )
  await call('bod', 'DELETE', `/api/webhooks/${everything.id}`)
})

t.test('after a rotation both secrets sign for a day, then the new one alone', async (t) => {
  const there = await receiver(t)
  const { id, secret } = await subscribe(call, there.url)
  const before = await get(id)
  const rotated = await call('bod', 'POST', `/api/webhooks/${id}/rotate-secret`)
  t.match(rotated, { status: 200, body: { success: true, secret: /^whsec_/ } })
  const left = Date.parse(rotated.body.previous_key_until) - Date.now()
  t.ok(left > 86_000_000 && left <= 86_400_000, 'for 24 hours')
  const after = await get(id)
  t.not(after.key_id, before.key_id)
  t.match(await audited(id, 'webhook.secret_rotated'), [
    { user_id: user.bod.id, before: { key_id: before.key_id }, after: { key_id: after.key_id } },
  ])
  await publishEvent(app)
  const [both] = await there.until(1)
  for (const one of [secret, rotated.body.secret])
    t.ok(new Webhook(one).verify(both?.body ?? '', both?.headers as Record<string, string>))
  const [entry] = await attempts(call, `subscription_id=${id}`, 1)
  t.same(entry.key_ids, [after.key_id, before.key_id])

  await app.db.rows('update webhook_subscriptions set previous_secret_until = now() where id = $1', [id])
  t.equal((await get(id)).previous_key_until, null)
  await publishEvent(app)
  const [, alone] = await there.until(2)
  const headers = alone?.headers as Record<string, string>
  t.ok(new Webhook(rotated.body.secret).verify(alone?.body ?? '', headers))
  t.throws(() => new Webhook(secret).verify(alone?.body ?? '', headers))
})

t.test('a second rotation ends the secret of before the first, one asked again does not', async (t) => {
  const there = await receiver(t)
  const { id, secret } = await subscribe(call, there.url)
  const rotate = async (key: string) => {
    const path = `/api/webhooks/${id}/rotate-secret`
    return (await call('bod', 'POST', path, undefined, { 'idempotency-key': key })).body
  }
  const first = await rotate('first')
  t.same(await rotate('first'), first)
  const second = await rotate('second')
  await publishEvent(app)
  const [{ body, headers }] = (await there.until(1)) as [Received]
  for (const one of [first.secret, second.secret])
    t.ok(new Webhook(one).verify(body, headers as Record<string, string>))
  t.throws(() => new Webhook(secret).verify(body, headers as Record<string, string>))
  await call('bod', 'DELETE', `/api/webhooks/${id}`)
})

t.test('while it is paused nothing is queued, and what was under way waits', async (t) => {
  const there = await receiver(t, (response) => response.writeHead(500).end())
  const { id } = await subscribe(call, there.url)
  await publishEvent(app, { n: 1 })
  await attempts(call, `subscription_id=${id}`, 1)
  await patch(id, { is_active: false })
  await publishEvent(app, { n: 2 })
  await passTime(app)
  await eventually(async () => (await states(app, id)).held === 1)
  t.same(await states(app, id), { held: 1 })
  there.replyWith((response) => response.writeHead(204).end())

  await patch(id, { is_active: true })
  await there.until(2)
  t.same(
    there.received.map(({ body }) => JSON.parse(body).data.n),
    [1, 1],
    'what waited goes on, what happened meanwhile does not come by itself',
  )
  await eventually(async () => (await states(app, id)).delivered === 1)
})

t.test('a replay sends past events, to a paused subscription too, with their ids', async (t) => {
  const there = await receiver(t)
  const since = new Date().toISOString()
  const ids = [await publishEvent(app, { n: 1 }), await publishEvent(app, { n: 2 })]
  await app.db.transaction((tx) =>
    app.events.publish(tx, [{ type: 'appeal.decided', seller_id: null, data: {} }]),
  )
  const { id } = await subscribe(call, there.url, { is_active: false })
  const range = { since, event_types: ['scoring.run_completed'] }
  const counted = await call('bod', 'POST', `/api/webhooks/${id}/replay`, { ...range, dry_run: true })
  t.match(counted, { status: 200, body: { success: true, events: 2 } })
  const replayed = await call('bod', 'POST', `/api/webhooks/${id}/replay`, range)
  t.match(replayed, { status: 200, body: { success: true, events: 2 } })
  t.match(await audited(id, 'webhook.replayed'), [
    { user_id: user.bod.id, before: null, after: { ...range, only_failed: false, events: 2 } },
  ])
  const sent = await there.until(2)
  t.same(sent.map(({ headers }) => headers['webhook-id']).sort(), ids.sort())
  const logged = await attempts(call, `subscription_id=${id}`, 2)
  t.match(logged, [{ trigger: 'replay' }, { trigger: 'replay' }])
  t.equal(there.received.length, 2, 'what was counted only was not sent')

  const again = await call('bod', 'POST', `/api/webhooks/${id}/replay`, { since })
  t.equal(again.body.events, 3)
  await there.until(5)
  t.equal(new Set(there.received.map(({ headers }) => headers['webhook-id'])).size, 3)
})

t.test('what waits for a slow receiver stops when it is paused, and fails when it is deleted', async (t) => {
  const there = await holdingReceiver(t, 204)
  const settings = { events: ['appeal.submitted'], max_concurrency: 1, timeout_ms: 30_000 }
  const paused = await subscribe(call, there.url, settings)
  const deleted = await subscribe(call, there.url, settings)
  await publishAppeals(app, {}, {}, {})
  await there.until(2)
  await patch(paused.id, { is_active: false })
  await call('bod', 'DELETE', `/api/webhooks/${deleted.id}`)
  await eventually(async () => (await states(app, deleted.id)).failed === 3)
  there.answerAll()
  await eventually(async () => (await states(app, paused.id)).held === 2)
  await eventually(async () => (await states(app, deleted.id)).delivered === 1)
  t.same(await states(app, paused.id), { delivered: 1, held: 2 })
  t.same(await states(app, deleted.id), { delivered: 1, failed: 2 }, 'what arrived is delivered')
  t.equal(there.received.length, 2, 'only what was under way')
  await call('bod', 'DELETE', `/api/webhooks/${paused.id}`)
})

t.test('an event that finds a subscription while it is deleted is not queued for it', async (t) => {
  const there = await receiver(t)
  const [deleted, kept] = [await subscribe(call, there.url), await subscribe(call, there.url)]
  const holder = await clientOf(t, app.db.connectionString)
  await holder.query('begin; lock table audit_log in share mode') // what a deletion writes last
  const removed = call('bod', 'DELETE', `/api/webhooks/${deleted.id}`)
  await eventually(async () => (await waiters(app.db, 'audit_log')) === 1)
  await publishEvent(app)
  const isQueued = async () => Object.keys(await states(app, deleted.id)).length > 0
  await eventually(async () => (await waiters(app.db, 'webhook_wants')) === 1 || (await isQueued()))
  await holder.query('rollback')
  t.equal((await removed).status, 200)
  await attempts(call, `subscription_id=${kept.id}`, 1)
  t.same(await states(app, deleted.id), {})
  await call('bod', 'DELETE', `/api/webhooks/${kept.id}`)
})

t.test('what is found paused and stored when it has been resumed is sent again', async (t) => {
  const there = await holdingReceiver(t, 204)
  const settings = { events: ['appeal.submitted'], max_concurrency: 1, timeout_ms: 30_000 }
  const { id } = await subscribe(call, there.url, settings)
  await publishAppeals(app, {}, {}, {})
  await there.until(1)
  there.replyWith((response) => response.writeHead(204).end())
  await patch(id, { is_active: false })
  await app.db.transaction(
    async (tx) => {
      await lockSubscription(tx, id)
      there.answerAll()
      await changeSubscription(tx, id, { is_active: true })
      await app.jobs.send(tx, webhookResume, { subscription_id: id, after: 0 })
      const waitsForThis = `select from pg_locks where transactionid = pg_current_xact_id()::xid and not granted`
      if (!(await states(app, id)).held)
        await eventually(async () => (await tx.rows(waitsForThis)).length > 0)
    },
    { timeout: 60_000 },
  )
  await eventually(async () => (await states(app, id)).delivered === 3)
  t.equal(there.received.length, 3, 'each once')
  await call('bod', 'DELETE', `/api/webhooks/${id}`)
})

t.test('what was held goes on in stretches, each in a transaction of its own', async (t) => {
  const there = await receiver(t)
  const { id } = await subscribe(call, there.url, { events: ['appeal.submitted'], is_active: false })
  await app.db.run`
    with made as (
      insert into events (event_id, type, data) select gen_random_uuid(), 'appeal.submitted', '{}' from generate_series(1, 2001)
      returning id
    )
    insert into webhook_deliveries (subscription_id, event_id, status) select ${id}, id, 'held' from made`
  await patch(id, { is_active: true })
  await eventually(async () => (await states(app, id)).delivered === 2001)
  const stretches = await app.db.rows`
    select from pgboss.job where name = 'webhook-resume' and (data->>'subscription_id')::int = ${id}`
  t.equal(stretches.length, 3)
  t.equal(there.received.length, 2001, 'each once')
  await app.db.run`update webhook_deliveries set status = 'held' where subscription_id = ${id}`
  await sendPending(app)
  await eventually(async () => there.received.length === 4002)
  await call('bod', 'DELETE', `/api/webhooks/${id}`)
})

t.test('a replay of failed deliveries leaves out the others', async (t) => {
  const there = await receiver(t, (response, _number, request) =>
    response.writeHead(request.headers['x-fails'] ? 400 : 204).end(),
  )
  const { id } = await subscribe(call, there.url, { events: ['scoring.run_completed'] })
  const since = new Date().toISOString()
  const ids = [await publishEvent(app, { n: 1 }), await publishEvent(app, { n: 2 })]
  await eventually(async () => (await states(app, id)).delivered === 2)
  await app.db.run`
    update webhook_deliveries set status = 'failed', delivered_at = null
    where subscription_id = ${id} and event_id = (select id from events where event_id = ${ids[1]})`
  const replayed = await call('bod', 'POST', `/api/webhooks/${id}/replay`, { since, only_failed: true })
  t.equal(replayed.body.events, 1)
  const [, , third] = await there.until(3)
  t.equal(third?.headers['webhook-id'], ids[1])
})

t.test('a long replay goes on stretch by stretch', async (t) => {
  const there = await receiver(t)
  const { id } = await subscribe(call, there.url, { events: ['appeal.submitted'], max_concurrency: 100 })
  await patch(id, { is_active: false })
  const since = new Date().toISOString()
  await app.db.rows(
    `insert into events (event_id, type, data)
     select gen_random_uuid(), 'appeal.submitted', jsonb_build_object('n', n) from generate_series(1, 2300) n`,
  )
  const { body } = await call('bod', 'POST', `/api/webhooks/${id}/replay`, { since })
  t.equal(body.events, 2300)
  await there.until(2300)
  t.equal(new Set(there.received.map(({ headers }) => headers['webhook-id'])).size, 2300)
})

t.test('an attempt is redelivered with the same id and a fresh timestamp', async (t) => {
  const there = await receiver(t)
  const { id } = await subscribe(call, there.url)
  const event_id = await publishEvent(app)
  const [entry] = await attempts(call, `subscription_id=${id}`, 1)
  await patch(id, { is_active: false })
  const answer = await call('bod', 'POST', `/api/webhooks/logs/${entry.id}/redeliver`)
  t.same(answer.body, { success: true, event_id })
  t.match(await audited(id, 'webhook.redelivered'), [
    { user_id: user.bod.id, before: null, after: { event_id, attempt_id: entry.id } },
  ])
  const [first, second] = await there.until(2)
  t.equal(second?.headers['webhook-id'], first?.headers['webhook-id'])
  t.equal(second?.body, first?.body)
  const logged = await attempts(call, `subscription_id=${id}`, 2)
  t.match(logged[1], { trigger: 'redeliver', attempt: 1, status: 'delivered' })

  await call('bod', 'DELETE', `/api/webhooks/${id}`)
  const again = await call('bod', 'POST', `/api/webhooks/logs/${entry.id}/redeliver`)
  t.match(again, { status: 409, body: { error: /is deleted/ } })
  t.equal((await call('bod', 'POST', '/api/webhooks/logs/999999/redeliver')).status, 404)
})

t.test('a failing endpoint gets a notice after one and three days, and disabled after five', async (t) => {
  const there = await receiver(t, (response) => response.writeHead(400).end())
  const { id } = await subscribe(call, there.url, { events: ['scoring.run_completed'] })
  let count = 0
  const failOnce = async () => {
    await publishEvent(app)
    await attempts(call, `subscription_id=${id}`, ++count)
  }
  await failOnce()
  t.match(await get(id), { failing_since: String, failed_attempts: 1, status: 'active' })
  t.same(await notices(id), [])

  const expectedNotices: RegExp[] = []
  for (const [days, expected] of [
    [1, /^webhook\.endpoint_failing: Every attempt has failed since .*, for a day; after 5 days/],
    [3, /^webhook\.endpoint_failing: .*, for 3 days; after 5 days/],
  ] as const) {
    await failedFor(id, days)
    expectedNotices.push(expected)
    await failOnce()
    await failOnce()
    await eventually(async () => (await notices(id)).length === expectedNotices.length)
    t.match(await notices(id), expectedNotices, 'each notice is given once')
  }
  await failedFor(id, 5)
  await failOnce()
  await eventually(async () => (await get(id)).status === 'disabled')
  t.match(await get(id), { is_active: false, disabled_reason: /for 5 days, so the subscription is disabled/ })
  t.match((await notices(id)).at(-1), /^webhook\.endpoint_disabled: .* until it is made active again/)
  t.match(await audited(id, 'webhook.disabled'), [
    {
      user_id: null,
      before: { is_active: true },
      after: { is_active: false, disabled_reason: /for 5 days/ },
    },
  ])

  there.replyWith((response) => response.writeHead(204).end())
  await patch(id, { is_active: true })
  t.match(await get(id), { status: 'active', disabled_at: null, disabled_reason: null, failing_since: null })
  await publishEvent(app)
  await eventually(async () => ((await states(app, id)).delivered ?? 0) >= 1)
})

t.test('of two attempts that fail at once one gives the notice', async (t) => {
  const { id } = await subscribe(call, 'http://127.0.0.1:9999/', { events: ['appeal.submitted'] })
  await failedFor(id, 1)
  const fail = () => app.db.transaction((tx) => noticeFailing(app.events, tx, id, app.clock.now()))
  await overlapping(t, app.db, 'events', [fail, fail])
  t.equal((await notices(id)).length, 1)
})

t.test('one delivery ends the count of failures, and its notices', async (t) => {
  const there = await receiver(t, (response, number) => response.writeHead(number === 3 ? 204 : 400).end())
  const { id } = await subscribe(call, there.url, { events: ['scoring.run_completed'] })
  await publishEvent(app)
  await attempts(call, `subscription_id=${id}`, 1)
  await failedFor(id, 1)
  await publishEvent(app)
  await eventually(async () => (await notices(id)).length === 1)
  await publishEvent(app)
  await eventually(async () => (await get(id)).failing_since === null)
  t.match(await get(id), { failed_attempts: 0, status: 'active' })
  const row = await app.db.row('select last_notice from webhook_subscriptions where id = $1', [id])
  t.same(row, { last_notice: null })
})
