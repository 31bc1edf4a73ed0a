/** See the README of the benchmarks. */
import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { Agent } from 'undici'
import { bodyOf } from '../../plugins/webhooks/sending/message.ts'
import { buildApp } from '../../src/app.ts'
import { parseSecret } from '../../src/delivery/secret.ts'
import { sign } from '../../src/delivery/signature.ts'
import { readEnv } from '../../src/env.ts'
import { startService } from '../setup/service.ts'
import { connect } from '../setup/template.ts'
import { publishScores, receivers, scoreOf, subscribeAll, untilDelivered } from './webhooks-setup.ts'

const COUNT = Number(process.argv[2] ?? 20_000)
const ROUNDS = Number(process.argv[3] ?? 3)
const CONCURRENCY = 64
const WEBHOOK_SECRET_KEY = 'a key that only benchmarks seal with'

const endings: (() => unknown)[] = []
const test = { teardown: (ending: () => unknown) => endings.push(ending) }
const DATABASE_URL = await ownDatabase()
const settings = { DATABASE_URL, WEBHOOK_SECRET_KEY, LOG_LEVEL: 'warn', NODE_ENV: 'test', DEMO_DATA: 'off' }
const app = await buildApp(readEnv({ ...settings, WORKER: 'off' }))
const one = await receivers(1)
const [origin = ''] = one.origins
const secret = await subscribeAll(app, [`${origin}/hook`], CONCURRENCY)
const worker = startService(test, settings, 'src/worker.ts')
await new Promise((ready) => setTimeout(ready, 3000))

for (let round = 1; round <= ROUNDS; round++) {
  const undici = await perSecond(barePosts)
  const boss = await perSecond(bareJobs)
  one.reset()
  await app.db.rows('truncate webhook_deliveries, webhook_attempts')
  const published = performance.now()
  await publishScores(app, COUNT)
  const started = performance.now()
  await one.until(COUNT)
  const received = performance.now()
  await untilDelivered(app, COUNT)
  const whole = (COUNT / (performance.now() - started)) * 1000
  console.log(
    `bare posts ${undici.toFixed(0)}/s, bare jobs ${boss.toFixed(0)}/s, whole path ${whole.toFixed(0)}/s, ratio ${(whole / Math.min(undici, boss)).toFixed(2)}; publishing ${(started - published).toFixed(0)} ms, receiving ${(received - started).toFixed(0)} ms`,
  )
}

await one.end()
await app.close()
for (const ending of endings.reverse()) await ending()
void worker

async function perSecond(work: () => Promise<number>) {
  const count = COUNT
  const ms = await work()
  return (count / ms) * 1000
}

async function barePosts() {
  const agent = new Agent()
  const bytes = (parseSecret(secret) as { bytes: Buffer }).bytes
  const posts = Array.from({ length: COUNT }, (_, n) => {
    const id = randomUUID()
    const body = bodyOf({
      event_id: id,
      event_type: 'seller.score_finalized',
      occurred_at: new Date().toISOString(),
      sequence: null,
      event_data: scoreOf(n),
    })
    const timestamp = Math.floor(Date.now() / 1000)
    return { id, body, timestamp, signature: sign({ id, timestamp, body, secrets: [bytes] }) }
  })
  const started = performance.now()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let next = posts.pop(); next; next = posts.pop()) {
        const { id, body, timestamp, signature } = next
        const { body: answer } = await agent.request({
          origin,
          path: '/hook',
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'webhook-id': id,
            'webhook-timestamp': String(timestamp),
            'webhook-signature': signature,
          },
          body,
        })
        await answer.dump()
      }
    }),
  )
  const ms = performance.now() - started
  await agent.close()
  return ms
}

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
  for (;;) {
    const jobs = await boss.fetch('bare', { batchSize: 250 })
    if (jobs.length === 0) break
    await boss.complete(
      'bare',
      jobs.map(({ id }) => id),
    )
  }
  const ms = performance.now() - started
  await boss.deleteAllJobs('bare')
  await boss.stop()
  return ms
}

/** A migrated database on the tests' server, dropped at the end. */
async function ownDatabase() {
  const { server, admin, template } = await connect()
  const name = `bench_${process.pid}`
  await admin.query(`create database ${name} template ${template}`)
  endings.push(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await server.leave()
  })
  return Object.assign(new URL(server.connectionString), { pathname: `/${name}` }).href
}
