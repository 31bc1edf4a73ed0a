import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { Agent } from 'undici'
import { parseSecret } from '../../../plugins/webhooks/delivery/secret.ts'
import { bodyOf, signedHeaders } from '../../../plugins/webhooks/sending/attempt.ts'
import { atEnd } from '../at-end.ts'
import { timed } from '../scenario.ts'

const part = { raw: 72.93, weighted: 18.23 }

/** The data of an event. */
export const scoreOf = (n: number) => ({
  id: n,
  seller_code: `SELLER-${n}`,
  company_name: 'Example Ltd',
  am_id: 1,
  am_name: 'Ada Marsh',
  period: '2026-10',
  total_sos: 72.93,
  tier: { name: 'Silver', color: '#8A94A6', benefits: 'standard terms' },
  components: { p_score: part, o_score: part, t_score: part, f_score: part, i_score: part },
  trend: { previous_sos: 74.18, delta: -1.25, direction: 'down' },
  is_grace_period: false,
  status: 'final',
  revision: 1,
  reviewed_by: 'Olga Brandt',
  notes: null,
  calculated_at: '2026-11-01T08:30:00.000Z',
  finalized_at: '2026-11-02T08:30:00.000Z',
  previous: { status: 'draft' },
})

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
