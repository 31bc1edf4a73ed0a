import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { Agent } from 'undici'
import { parseSecret } from '../../../plugins/webhooks/delivery/secret.ts'
import { bodyOf, signedHeaders } from '../../../plugins/webhooks/sending/attempt.ts'
import { atEnd } from '../at-end.ts'
import { timed } from '../scenario.ts'
import { scoreOf } from '../webhooks-setup.ts'

const AT_A_TIME = 250

/** undici alone: posts as many signed bodies, `concurrency` at a time. Answers posts a second. */
export function barePosts(origin: string, secret: string, concurrency: number) {
  const { bytes: key } = parseSecret(secret) as { bytes: Buffer }
  const agent = new Agent()
  atEnd(() => agent.close())
  return async (count: number) => {
    const posts = Array.from({ length: count }, (_, n) => signedPost(n, key))
    const send = async () => {
      for (let next = posts.pop(); next; next = posts.pop()) {
        const answer = await agent.request({ origin, path: '/hook', method: 'POST', ...next })
        await answer.body.dump()
      }
    }
    return (count / (await timed(() => Promise.all(Array.from({ length: concurrency }, send))))) * 1000
  }
}

function signedPost(n: number, key: Buffer) {
  const id = randomUUID()
  const now = new Date()
  const body = bodyOf({
    event_id: id,
    event_type: 'seller.score_finalized',
    occurred_at: now.toISOString(),
    sequence: null,
    event_data: JSON.stringify(scoreOf(n)),
  })
  const signed = signedHeaders([{ id: 'key', key }] as never, { id, body, now })
  return { body, headers: { 'content-type': 'application/json', ...signed } }
}

/** pg-boss alone: sends, fetches and completes as many jobs, 250 at a time. Answers jobs a second. */
export async function bareJobs(connectionString: string) {
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false })
  boss.on('error', (error) => console.error('pg-boss reports', error.message))
  await boss.start()
  await boss.createQueue('bare')
  atEnd(() => boss.stop({ graceful: false }))
  const next = () => boss.fetch('bare', { batchSize: AT_A_TIME })
  return async (count: number) => {
    const ms = await timed(async () => {
      for (let sent = 0; sent < count; sent += AT_A_TIME)
        await boss.insert(
          'bare',
          Array.from({ length: AT_A_TIME }, (_, n) => ({ data: { delivery_id: sent + n, version: 1 } })),
        )
      for (let jobs = await next(); jobs.length > 0; jobs = await next())
        await boss.complete(
          'bare',
          jobs.map(({ id }) => id),
        )
    })
    await boss.deleteAllJobs('bare')
    return (count / ms) * 1000
  }
}
