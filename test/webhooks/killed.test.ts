import t from 'tap'
import type { App } from '../../src/app.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { inLongForm } from '../setup/form.ts'
import { startService } from '../setup/service.ts'
import { waiters } from '../setup/waiters.ts'
import { publishAppeals, states, subscribe } from './deliveries.ts'
import { type Answer, noContent, receiver } from './receiver.ts'

const EVENTS = 400
const WEBHOOK_SECRET_KEY = 'a key that only these tests encrypt with'

t.test('a worker that is killed in the middle of deliveries loses none of them', async (t) => {
  const { app, call, DATABASE_URL } = await testApp(t, { WEBHOOK_SECRET_KEY })
  const silentAfter =
    (count: number): Answer =>
    (response, number) => {
      if (number <= count) noContent(response, number, response.req)
    }
  const there = await receiver(t, silentAfter(100))
  const { id } = await subscribe(call, there.url, { max_concurrency: 50 })
  const worker = await startWorker(t, DATABASE_URL)
  await publishAppeals(app, ...Array(EVENTS).fill({}))
  await there.until(150)
  worker.child.kill('SIGKILL')
  await worker.ended
  there.replyWith(noContent)
  t.ok(Number((await states(app, id)).pending) > 0, 'it died with deliveries under way')

  await forgetTheDead(app)
  await startWorker(t, DATABASE_URL)
  await eventually(async () => (await states(app, id)).delivered === EVENTS)
  const ids = there.received.map(({ headers }) => headers['webhook-id'])
  t.equal(new Set(ids).size, EVENTS, 'every event has arrived')
  t.ok(ids.length > EVENTS, 'some came twice, with the same webhook-id')
  const { rows } = await app.db.pool.query('select event_id from events')
  t.same(new Set(ids), new Set(rows.map(({ event_id }) => event_id)))
})

t.test(
  'a worker that is stopped while receivers hang gives its deliveries to the next',
  { skip: inLongForm },
  async (t) => {
    const { app, call, DATABASE_URL } = await testApp(t, { WEBHOOK_SECRET_KEY })
    const there = await receiver(t, () => {})
    const { id } = await subscribe(call, there.url, { max_concurrency: 5, timeout_ms: 30_000 })
    const first = await startWorker(t, DATABASE_URL, { SHUTDOWN_SECONDS: '1' })
    await publishAppeals(app, ...Array(20).fill({}))
    await there.until(5)
    first.child.kill('SIGTERM')
    const { status } = await first.ended
    t.equal(status, 0)
    const logged = await app.db.row('select count(*) from webhook_attempts')
    t.same(logged, { count: 0 }, 'an attempt that the stop cut off is not logged')

    there.replyWith(noContent)
    await forgetTheDead(app)
    await startWorker(t, DATABASE_URL)
    await eventually(async () => (await states(app, id)).delivered === 20)
    t.equal(new Set(there.received.map(({ headers }) => headers['webhook-id'])).size, 20)
  },
)

t.test('what a worker was answered and has not stored when it is killed is sent again', async (t) => {
  const { app, call, DATABASE_URL } = await testApp(t, { WEBHOOK_SECRET_KEY })
  const there = await receiver(t)
  const { id } = await subscribe(call, there.url)
  const holder = await app.db.pool.connect()
  await holder.query(
    'begin; set local idle_in_transaction_session_timeout = 0; lock webhook_attempts in share mode',
  )
  const worker = await startWorker(t, DATABASE_URL)
  await publishAppeals(app, {})
  await there.until(1)
  await eventually(async () => (await waiters(app.db, 'webhook_attempts')) > 0)
  worker.child.kill('SIGKILL')
  await worker.ended
  await holder.query('commit')
  holder.release()
  t.same(await states(app, id), { pending: 1 })

  await forgetTheDead(app)
  await startWorker(t, DATABASE_URL)
  await eventually(async () => (await states(app, id)).delivered === 1)
  const [first, second] = there.received
  t.equal(there.received.length, 2)
  t.equal(second?.headers['webhook-id'], first?.headers['webhook-id'])
  t.same(await app.db.rows('select attempt from webhook_attempts'), [{ attempt: 1 }])
})

type Tap = Parameters<typeof startService>[0]

async function startWorker(t: Tap, DATABASE_URL: string, more: Record<string, string> = {}) {
  const settings = { DATABASE_URL, WEBHOOK_SECRET_KEY, NODE_ENV: 'test', LOG_LEVEL: 'info', ...more }
  const worker = startService(t, settings, 'src/worker.js')
  await worker.until('demo mode')
  return worker
}

/** Lets the heartbeats of dead workers be past their time now, and jobs that wait be due. */
const forgetTheDead = ({ db }: App) =>
  db.pool.query(`
    update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active';
    update pgboss.job set start_after = now() where state < 'active'`)
