import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { formatSecret } from '../../../plugins/webhooks/delivery/secret.ts'
import { buildApp } from '../../../src/app.ts'
import { readEnv } from '../../../src/env.ts'
import { startService } from '../../setup/service.ts'
import { atEnd } from '../at-end.ts'
import { bareJobs, barePosts, scoreOf } from '../bare/deliveries.ts'
import { alone, alternate, atLeast, atMost, beside, median, timed } from '../scenario.ts'
import { databaseOf } from '../server.ts'

/** A worker process on a database of its own, and an app without workers to publish with. */
async function workerProcess() {
  const DATABASE_URL = await databaseOf('few')
  const WEBHOOK_SECRET_KEY = 'a key that only benchmarks encrypt with'
  const settings = { DATABASE_URL, WEBHOOK_SECRET_KEY, LOG_LEVEL: 'info', NODE_ENV: 'test', DEMO_DATA: 'off' }
  const app = await buildApp(readEnv({ ...settings, LOG_LEVEL: 'error', WORKER: 'off' }))
  atEnd(() => app.close())
  const { child } = startService({ teardown: atEnd }, settings, 'src/worker.js')
  return { app, DATABASE_URL, pid: child.pid as number }
}

/** Receivers in a process of their own, so that what is measured is not busy with receiving. */
async function receivers(count: number) {
  const child = fork(new URL('../webhooks-receiver.ts', import.meta.url), [String(count)])
  atEnd(() => child.kill())
  const [ports] = (await once(child, 'message')) as [number[]]
  const counts = async () => {
    child.send('counts')
    const [taken] = (await once(child, 'message')) as [{ posts: number; latest: number }[]]
    return taken
  }
  return {
    origins: ports.map((port) => `http://127.0.0.1:${port}`),
    reset: () => child.send('reset'),
    letLastBe: (state: 'alive' | 'dead') => child.send(state),
    /** Waits until the first `of` receivers have taken `posts` each; answers when each took its latest. */
    async until(posts: number, of = count) {
      for (;;) {
        const taken = (await counts()).slice(0, of)
        if (taken.every((one) => one.posts >= posts)) return taken.map(({ latest }) => latest)
        await pause(10)
      }
    },
  }
}

/** Subscribes addresses to everything; answers the secret that signs for all of them. */
async function subscribeAll(app: FastifyInstance, origins: string[], max_concurrency: number) {
  const secret = formatSecret(randomBytes(32))
  for (const origin of origins)
    await app.db.rows(
      `insert into webhook_subscriptions (url, events, secret, max_concurrency) values ($1, '{*}', $2, $3)`,
      [`${origin}/hook`, app.encryption.encrypt(secret), max_concurrency],
    )
  return secret
}

/** Publishes events like those of finalized scores, all in one transaction, as the finalize of a period does. */
const publishScores = (app: FastifyInstance, count: number) =>
  app.db.transaction((tx) =>
    app.events.publish(
      tx,
      Array.from({ length: count }, (_, n) => ({
        type: 'seller.score_finalized',
        seller_id: null,
        data: scoreOf(n),
      })),
    ),
  )

/** Waits until so many deliveries are stored as delivered. */
async function untilDelivered(app: FastifyInstance, deliveries: number) {
  for (;;) {
    const row = await app.db.row<{ done: number }>(
      `select count(*) as done from webhook_deliveries where status = 'delivered'`,
    )
    if ((row?.done ?? 0) >= deliveries) return
    await pause(10)
  }
}

/** Milliseconds since the epoch, as fine as the clock of the process. */
const now = () => performance.timeOrigin + performance.now()

const COUNT = 10_000
const CONCURRENCY = 64

async function webhooks(rounds: number) {
  const { app, DATABASE_URL } = await workerProcess()
  const receiver = await receivers(1)
  const [origin = ''] = receiver.origins
  const secret = await subscribeAll(app, [origin], CONCURRENCY)
  const [post, work] = [barePosts(origin, secret, CONCURRENCY), await bareJobs(DATABASE_URL)]

  async function deliver() {
    await app.db.rows('truncate events, webhook_deliveries, webhook_attempts')
    await pause(500) // for what the worker may still store of the round before
    receiver.reset()
    await publishScores(app, COUNT)
    const ms = await timed(async () => {
      await receiver.until(COUNT) // asking the database all the time would slow it
      await untilDelivered(app, COUNT)
    })
    return (COUNT / ms) * 1000
  }
  const bare = { posts: [] as number[], jobs: [] as number[] }
  async function lower() {
    const [posts, jobs] = [await post(COUNT), await work(COUNT)]
    bare.posts.push(posts)
    bare.jobs.push(jobs)
    return Math.min(posts, jobs)
  }
  const values = await alternate(rounds, deliver, lower)
  const unit = 'deliveries/s'
  const lowerOf = 'the lower of bare undici and bare pg-boss'
  return [
    beside('event to stored result', unit, values, lowerOf, atLeast(500, 'ours')),
    alone('bare undici', unit, bare.posts.slice(-rounds)),
    alone('bare pg-boss', unit, bare.jobs.slice(-rounds)),
  ]
}

const EVENTS_OF_TEN = 1_000

async function webhooksDeadEndpoint(rounds: number) {
  const { app } = await workerProcess()
  const ten = await receivers(10)
  await subscribeAll(app, ten.origins, 20)

  /** From the commit of the events to the last of what the nine got. */
  const withTenth = (tenth: 'alive' | 'dead') => async () => {
    ten.reset()
    ten.letLastBe(tenth)
    await publishScores(app, EVENTS_OF_TEN)
    const committed = now()
    return Math.max(...(await ten.until(EVENTS_OF_TEN, 9))) - committed
  }
  await withTenth('alive')()
  const times = await alternate(rounds, withTenth('dead'), withTenth('alive'), 0)
  return [beside('nine receivers beside a dead one', 'ms', times, 'beside an alive one', atMost(1.1))]
}

const EVENTS = 100
const PAUSE_MS = 20

async function webhooksLatency(rounds: number) {
  const { app } = await workerProcess()
  const receiver = await receivers(1)
  await subscribeAll(app, receiver.origins, 20)
  await publishScores(app, 100)
  await untilDelivered(app, 100)

  let sent = 100
  const figures = { median: [] as number[], p95: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const waits: number[] = []
    for (let event = 0; event < EVENTS; event++) {
      await pause(PAUSE_MS)
      await publishScores(app, 1)
      const committed = now()
      const [arrived = 0] = await receiver.until(++sent)
      waits.push(arrived - committed)
    }
    waits.sort((one, other) => one - other)
    figures.median.push(median(waits))
    figures.p95.push(waits[Math.floor(EVENTS * 0.95)] as number)
  }
  return [
    alone('commit to receiver, median', 'ms', figures.median, atMost(50, 'ours')),
    alone('commit to receiver, 95th percentile', 'ms', figures.p95),
  ]
}

export const titles = {
  webhooks:
    'Deliveries of 10,000 events to one local receiver by one worker process, from the commit of the events to the last result stored: fan-out, fetch, sign, send, log. The limit is the lower of two bare loops: undici posting the same signed bodies, 64 at a time, and pg-boss sending, fetching and completing as many jobs, 250 at a time.',
  'webhooks-dead-endpoint':
    'The time in which nine receivers get 1,000 events each with a tenth that accepts connections and never answers; the limit is the same with the tenth alive. In the first round it has just died, in the others its circuit is open.',
  'webhooks-latency':
    'From the commit of a change to the end of the head of its webhook at a local receiver, 100 events a round, one at a time on an otherwise idle service.',
}

export default {
  webhooks,
  'webhooks-dead-endpoint': webhooksDeadEndpoint,
  'webhooks-latency': webhooksLatency,
}
