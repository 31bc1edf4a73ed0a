import { once } from 'node:events'
import { Writable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import t from 'tap'
import { bareApp } from '../../../src/app.ts'
import { readEnv } from '../../../src/env.ts'
import { database } from '../../../src/platform/database/database.ts'
import { notifications } from '../../../src/platform/database/listen/notifications.ts'
import { type Claim, defineConsumer, type Lease } from '../../../src/platform/jobs/consumer.ts'
import { jobs } from '../../../src/platform/jobs/jobs.ts'
import { unknownDataLog } from '../../../src/platform/jobs/unknown-data.ts'
import { metrics } from '../../../src/platform/metrics/metrics.ts'
import { testSettings } from '../../setup/app.ts'
import { createTestDatabase } from '../../setup/database.ts'
import { eventually } from '../../setup/eventually.ts'

const DATABASE_URL = await createTestDatabase(t)
const ROOM = 6
const LONG_MS = 600_000
const data = Type.Object({ n: Type.Integer() })
type Test = Parameters<typeof createTestDatabase>[0]
type Numbered = Claim<{ n: number }>
type Log = Parameters<typeof unknownDataLog>[0]

interface Given {
  WORKER?: 'on' | 'off'
  SHUTDOWN_SECONDS?: string
  /** How long the consumer waits when nothing notifies it; its own pause when not given. */
  pollMs?: number
  /** Where its errors are logged; nowhere when not given. */
  stream?: Writable
}

/**
 * A process with one consumer on a queue of this name. `taken` is every claim it was ever given, `held` those that it
 * has not ended; `finish` ends one as a consumer has to. At a stop it waits for what it holds, until the bound.
 */
async function openProcess(t: Test, name: string, { pollMs, stream, ...settings }: Given = {}) {
  const app = bareApp(
    readEnv({ ...testSettings, DATABASE_URL, ...settings }),
    stream && { level: 'error', stream },
  )
  t.teardown(() => app.close())
  for (const plugin of [metrics, database, notifications]) await app.register(plugin)
  if (pollMs) {
    const { until } = app.notifications
    app.notifications.until = (channel, ask, options) => until(channel, ask, { ...options, pollMs })
  }
  await app.register(jobs)

  const taken: Numbered[] = []
  const held = new Set<Numbered>()
  let lease: Lease | undefined
  const state = { most: 0, stopped: false, cutOff: false }
  const job = defineConsumer({
    name,
    data,
    room: ROOM,
    batch: 4,
    open(_, given) {
      lease = given
      return {
        take(claims) {
          taken.push(...claims)
          for (const claim of claims) held.add(claim)
          state.most = Math.max(state.most, held.size)
        },
        full: () => [],
        resume: () => {},
        async stop(bound) {
          state.stopped = true
          const cut = once(bound, 'abort').then(() => {
            state.cutOff = true
          })
          await Promise.race([cut, eventually(async () => held.size === 0 || state.cutOff)])
        },
      }
    },
  })
  app.jobs.add(job)
  await app.ready()

  async function finish(claim: Numbered) {
    await app.db.transaction((tx) => app.jobs.end(tx, job, [claim]))
    held.delete(claim)
    lease?.ended([claim])
  }
  async function giveBack(claim: Numbered) {
    held.delete(claim)
    await lease?.giveBack([claim])
  }
  const send = (...numbers: number[]) =>
    app.db.transaction((tx) =>
      app.jobs.sendAll(
        tx,
        job,
        numbers.map((n) => ({ n })),
      ),
    )
  /** Sends jobs that this process holds, or that are left to others by a process that dies right after. */
  const sendClaimed = (...numbers: number[]) =>
    app.db.transaction((tx) =>
      app.jobs.sendClaimed(
        tx,
        job,
        numbers.map((n) => ({ n })),
      ),
    )
  const hold = (claims: Numbered[]) => lease?.hold(claims)
  const numbers = () => taken.map(({ data }) => data.n).sort((a, b) => a - b)
  return { app, state, taken, held, finish, giveBack, send, sendClaimed, hold, numbers }
}

/** How many jobs of a queue are in each state. */
async function states({ app }: Pick<Awaited<ReturnType<typeof openProcess>>, 'app'>, name: string) {
  const rows = await app.db.rows<{ state: string; count: number }>(
    'select state::text, count(*) from pgboss.job where name = $1 group by state',
    [name],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

const renewing = await openProcess(t, 'renewed')
await renewing.send(1)
const heartbeat = () =>
  renewing.app.db.row<{ heartbeat_on: string }>(`select heartbeat_on from pgboss.job where name = 'renewed'`)
await eventually(async () => renewing.taken.length === 1)
const firstHeartbeat = await heartbeat()

t.test('it takes what is in the queue when it starts', async (t) => {
  const sender = await openProcess(t, 'there', { WORKER: 'off' })
  await sender.send(1, 2, 3)
  t.same(sender.taken, [], 'a process without workers takes nothing')
  const consumer = await openProcess(t, 'there', { pollMs: LONG_MS })
  await eventually(async () => consumer.taken.length === 3)
  t.same(consumer.numbers(), [1, 2, 3])
  t.match(consumer.taken[0], { id: String, retryCount: 0, data: { n: Number } })
  for (const claim of consumer.taken) await consumer.finish(claim)
  t.same(await states(sender, 'there'), {}, 'what is ended is gone')
})

t.test('a job that another process sends is taken by its notification, not by a poll', async (t) => {
  const sender = await openProcess(t, 'notified', { WORKER: 'off' })
  const consumer = await openProcess(t, 'notified', { pollMs: LONG_MS })
  for (const n of [1, 2, 3]) {
    await sender.send(n)
    await eventually(async () => consumer.taken.length === n)
  }
  t.same(consumer.numbers(), [1, 2, 3])
  for (const claim of consumer.taken) await consumer.finish(claim)
})

t.test('a job that nothing notifies it of is found by the poll', async (t) => {
  const consumer = await openProcess(t, 'polled')
  await consumer.app.db.rows(`insert into pgboss.job (name, data) values ('polled', '{"n":1}')`)
  await eventually(async () => consumer.taken.length === 1)
  t.same(consumer.numbers(), [1])
  for (const claim of consumer.taken) await consumer.finish(claim)
})

t.test('jobs of unknown data are left in the queue, and logged without it, one of them', async (t) => {
  const lines: string[] = []
  const stream = new Writable({
    write(text, _encoding, done) {
      lines.push(...String(text).trim().split('\n'))
      done()
    },
  })
  const consumer = await openProcess(t, 'unknown', { stream })
  await consumer.app.db.run(`
    insert into pgboss.job (name, data) values ('unknown', '{"n":"private"}'), ('unknown', '{"n":"private"}')`)
  await consumer.send(1)
  await eventually(async () => consumer.taken.length === 1)
  await eventually(async () => (await states(consumer, 'unknown')).active === 3)
  await consumer.finish(consumer.taken[0] as Numbered)
  t.same(await states(consumer, 'unknown'), { active: 2 })
  await eventually(async () => lines.length > 0)
  await consumer.app.close()
  t.match(
    lines.map((line) => JSON.parse(line)),
    [{ level: 50, job: 'unknown', jobId: String, jobs: 1 }],
  )
  t.equal(lines.length, 1)
  t.notMatch(lines[0], 'private')
})

t.test('jobs of unknown data are logged once a minute, with how many there were', (t) => {
  const lines: object[] = []
  let ms = 0
  const log = unknownDataLog({ error: (line: object) => lines.push(line) } as Log, 'odd', () => ms)
  for (ms of [0, 1, 59_999, 60_000, 60_001, 200_000]) log({ id: `at ${ms}` })
  t.same(lines, [
    { job: 'odd', jobId: 'at 0', jobs: 1 },
    { job: 'odd', jobId: 'at 60000', jobs: 3 },
    { job: 'odd', jobId: 'at 200000', jobs: 2 },
  ])
  t.end()
})

t.test('it holds as many jobs as it has room for, and takes the next when one has ended', async (t) => {
  const consumer = await openProcess(t, 'room')
  const all = Array.from({ length: 3 * ROOM }, (_, n) => n)
  await consumer.send(...all)
  await eventually(async () => consumer.held.size === ROOM)
  t.same(await states(consumer, 'room'), { active: ROOM, created: 2 * ROOM })
  await eventually(async () => {
    for (const claim of [...consumer.held]) await consumer.finish(claim)
    return consumer.taken.length === all.length && consumer.held.size === 0
  })
  t.same(consumer.numbers(), all, 'each was taken once')
  t.equal(consumer.state.most, ROOM)
  t.same(await states(consumer, 'room'), {})
})

t.test('a job that is given back is taken again, counted as a retry', async (t) => {
  const consumer = await openProcess(t, 'given-back')
  await consumer.send(1)
  await eventually(async () => consumer.taken.length === 1)
  await consumer.giveBack(consumer.taken[0] as Numbered)
  await eventually(async () => consumer.taken.length === 2)
  const [first, second] = consumer.taken as [Numbered, Numbered]
  t.match(second, { id: first.id, retryCount: 1, data: { n: 1 } })
  await consumer.finish(second)
})

t.test('a job that is sent claimed is its sender’s, and comes to another when that one dies', async (t) => {
  const sender = await openProcess(t, 'claimed')
  const other = await openProcess(t, 'claimed', { pollMs: 50 })
  const [mine, left] = (await sender.sendClaimed(1, 2)) as [Numbered, Numbered]
  sender.hold([mine])
  t.same(await states(sender, 'claimed'), { active: 2 })
  await sender.app.db.run(
    `update pgboss.job set heartbeat_on = now() - interval '1 hour' where id = $1`,
    [left.id], // as if its sender had died before it took it
  )
  await eventually(async () => other.taken.length + sender.taken.length === 1)
  const [again] = [...other.taken, ...sender.taken]
  t.match(again, { id: left.id, retryCount: 1, data: { n: 2 } })
  t.same(await states(sender, 'claimed'), { active: 2 }, 'the one that is held stays with its sender')
  await sender.finish(mine)
  await (other.taken.length > 0 ? other : sender).finish(again as Numbered)
  t.same(await states(sender, 'claimed'), {})
})

t.test('a claim that was lost to another process is marked when it is renewed', async (t) => {
  const loser = await openProcess(t, 'lost')
  await loser.send(1)
  await eventually(async () => loser.taken.length === 1)
  const [claim] = loser.taken
  t.notOk(claim?.lost)
  await loser.app.db.run(`update pgboss.job set retry_count = retry_count + 1 where name = 'lost'`)
  await eventually(async () => claim?.lost === true)
  await loser.finish(claim as Numbered)
  t.same(await states(loser, 'lost'), { active: 1 }, 'it can’t end what is not its own')
})

t.test('a claim that its own process takes again is lost, and the new one is held', async (t) => {
  const consumer = await openProcess(t, 'again', { pollMs: 50 })
  await consumer.send(1)
  await eventually(async () => consumer.taken.length === 1)
  await consumer.app.db.run(`update pgboss.job set state = 'retry', start_after = now() where name = 'again'`)
  await eventually(async () => consumer.taken.length === 2)
  const [first, second] = consumer.taken as [Numbered, Numbered]
  t.match([first, second], [{ lost: true }, { lost: undefined, retryCount: 1 }])
  await consumer.finish(first)
  t.same(await states(consumer, 'again'), { active: 1 })
  await consumer.finish(second)
  t.same(await states(consumer, 'again'), {})
})

t.test('a claim that its process knows of too late is left to come again', async (t) => {
  const consumer = await openProcess(t, 'late')
  const [late, early] = (await consumer.sendClaimed(1, 2)) as [Numbered, Numbered]
  late.asked = performance.now() - 5_000 // as if the process was frozen while its transaction committed
  consumer.hold([late, early])
  t.match([late, early], [{ lost: true }, { lost: undefined }])
  await consumer.finish(early)
  t.same(await states(consumer, 'late'), { active: 1 })
})

t.test('when all its connections are cut it takes the next job on new ones', async (t) => {
  const consumer = await openProcess(t, 'cut')
  await consumer.send(1)
  await eventually(async () => consumer.taken.length === 1)
  const other = await openProcess(t, 'cut', { WORKER: 'off' })
  const cut = await other.app.db
    .row<{ count: number }>(
      `select count(pg_terminate_backend(pid)) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    .catch(() => undefined)
  t.ok((cut?.count ?? 0) >= 3, 'the pool, the queue and the listener had some')
  await eventually(async () => {
    await other.send(2)
    return true
  })
  await eventually(async () => consumer.numbers().includes(2))
  for (const claim of consumer.held) await eventually(async () => consumer.finish(claim).then(() => true))
  t.equal(consumer.held.size, 0)
})

t.test('a stop waits for the work that is under way, and takes no more', async (t) => {
  const viewer = await openProcess(t, 'stopped', { WORKER: 'off' })
  const consumer = await openProcess(t, 'stopped')
  await consumer.send(1)
  await eventually(async () => consumer.taken.length === 1)
  const closing = consumer.app.close()
  await eventually(async () => consumer.state.stopped)
  await viewer.send(2)
  await consumer.finish(consumer.taken[0] as Numbered)
  await closing
  t.equal(consumer.state.cutOff, false, 'it ended before the bound')
  t.same(consumer.numbers(), [1])
  t.same(await states(viewer, 'stopped'), { created: 1 })
})

t.test('work that does not end is cut off at the bound, and its job given back', async (t) => {
  const viewer = await openProcess(t, 'endless', { WORKER: 'off' })
  const consumer = await openProcess(t, 'endless', { SHUTDOWN_SECONDS: '1' })
  await consumer.send(1, 2)
  await eventually(async () => consumer.taken.length === 2)
  await consumer.app.close()
  t.equal(consumer.state.cutOff, true)
  t.same(await states(viewer, 'endless'), { retry: 2 })
})

t.test('a claim is renewed for as long as it is held', async (t) => {
  t.match(firstHeartbeat, { heartbeat_on: String })
  await eventually(async () => (await heartbeat())?.heartbeat_on !== firstHeartbeat?.heartbeat_on)
  t.equal(renewing.taken.length, 1, 'no second claim of it was made')
  await renewing.finish(renewing.taken[0] as Numbered)
  t.equal(await heartbeat(), undefined)
})
