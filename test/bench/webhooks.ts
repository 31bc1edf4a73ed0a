/**
 * Deliveries per second to one local receiver by one worker process, the whole path: fan-out, claim, sign, send, log,
 * end. Against two bare loops in the same run, in turns: undici posting the same signed bodies, and pg-boss fetching
 * and completing as many jobs, 250 at a time. Prints the rates, the ratio to the lower of the two loops (the aim is at
 * least 0.5), and the ratio to what the loops make one after the other, which is what a service that does no more
 * than both reaches on as many cores. The arguments are the number of events and of rounds.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { Agent } from 'undici'
import { bodyOf, signedHeaders } from '../../plugins/webhooks/sending/message.ts'
import { parseSecret } from '../../src/delivery/secret.ts'
import {
  median,
  publishScores,
  receivers,
  scoreOf,
  subscribeAll,
  untilDelivered,
  workerProcess,
} from './webhooks-setup.ts'

const COUNT = Number(process.argv[2] ?? 20_000)
const ROUNDS = Number(process.argv[3] ?? 5)
const CONCURRENCY = 64

const { app, DATABASE_URL, end } = await workerProcess()
const receiver = await receivers(1)
const [origin = ''] = receiver.origins
const secret = await subscribeAll(app, [origin], CONCURRENCY)
await publishScores(app, 500)
await untilDelivered(app, 500)

const rounds: { posts: number; jobs: number; whole: number }[] = []
for (let round = 0; round < ROUNDS; round++) {
  const rate = async (work: () => Promise<number>) => (COUNT / (await work())) * 1000
  const one = { posts: await rate(barePosts), jobs: await rate(bareJobs), whole: await rate(wholePath) }
  rounds.push(one)
  const ratio = one.whole / Math.min(one.posts, one.jobs)
  console.log(
    `bare posts ${one.posts.toFixed(0)}/s, bare jobs ${one.jobs.toFixed(0)}/s, whole path ${one.whole.toFixed(0)}/s, ratio ${ratio.toFixed(2)}`,
  )
}
const ratio = median(rounds.map(({ posts, jobs, whole }) => whole / Math.min(posts, jobs)))
const both = median(rounds.map(({ posts, jobs, whole }) => whole * (1 / posts + 1 / jobs)))
console.log(`
medians of ${ROUNDS} rounds of ${COUNT} events
  bare undici posts       ${median(rounds.map(({ posts }) => posts)).toFixed(0)}/s
  bare pg-boss jobs       ${median(rounds.map(({ jobs }) => jobs)).toFixed(0)}/s
  deliveries, whole path  ${median(rounds.map(({ whole }) => whole)).toFixed(0)}/s
  ratio to the lower loop ${ratio.toFixed(2)} (aim: at least 0.5)
  ratio to both in turn   ${both.toFixed(2)}`)

receiver.end()
await end()

/** Milliseconds from the commit of the events to the last delivery stored. */
async function wholePath() {
  await app.db.rows('truncate events, webhook_deliveries, webhook_attempts')
  await pause(500)
  receiver.reset()
  await publishScores(app, COUNT)
  const committed = performance.now()
  await receiver.until(COUNT)
  await untilDelivered(app, COUNT)
  return performance.now() - committed
}

/** Milliseconds in which undici posts the same signed bodies, as many at a time. */
async function barePosts() {
  const { bytes: key } = parseSecret(secret) as { bytes: Buffer }
  const posts = Array.from({ length: COUNT }, (_, n) => {
    const id = randomUUID()
    const told = { event_id: id, event_type: 'seller.score_finalized', occurred_at: new Date().toISOString() }
    const body = bodyOf({ ...told, sequence: null, event_data: JSON.stringify(scoreOf(n)) })
    return { body, headers: signedHeaders([{ id: 'key', key }] as never, { id, body, now: new Date() }) }
  })
  const agent = new Agent()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let next = posts.pop(); next; next = posts.pop()) {
        const headers = { 'content-type': 'application/json', ...next.headers }
        const answer = await agent.request({
          origin,
          path: '/hook',
          method: 'POST',
          headers,
          body: next.body,
        })
        await answer.body.dump()
      }
    }),
  )
  const ms = performance.now() - started
  await agent.close()
  return ms
}

/** Milliseconds in which pg-boss fetches and completes as many jobs. */
async function bareJobs() {
  const boss = new PgBoss({ connectionString: DATABASE_URL, supervise: false, schedule: false })
  await boss.start()
  await boss.createQueue('bare')
  for (let n = 0; n < COUNT; n += 1000)
    await boss.insert(
      'bare',
      Array.from({ length: 1000 }, (_, i) => ({ data: { delivery_id: n + i, subscription_id: 1, turn: 1 } })),
    )
  const started = performance.now()
  for (let jobs = await next(); jobs.length > 0; jobs = await next())
    await boss.complete(
      'bare',
      jobs.map(({ id }) => id),
    )
  const ms = performance.now() - started
  await boss.deleteAllJobs('bare')
  await boss.stop()
  return ms

  function next() {
    return boss.fetch('bare', { batchSize: 250 })
  }
}
