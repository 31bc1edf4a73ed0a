import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { formatSecret } from '../../plugins/webhooks/delivery/secret.ts'
import { buildApp } from '../../src/app.ts'
import { readEnv } from '../../src/env.ts'
import { startService } from '../setup/service.ts'
import { atEnd } from './at-end.ts'
import { databaseOf } from './server.ts'

/** A worker process on a database of its own, and an app without workers to publish with. */
export async function workerProcess() {
  const DATABASE_URL = await databaseOf('few')
  const settings = {
    DATABASE_URL,
    WEBHOOK_SECRET_KEY: 'a key that only benchmarks encrypt with',
    LOG_LEVEL: 'info',
    NODE_ENV: 'test',
    DEMO_DATA: 'off',
  }
  const app = await buildApp(readEnv({ ...settings, LOG_LEVEL: 'error', WORKER: 'off' }))
  atEnd(() => app.close())
  const { child } = startService({ teardown: atEnd }, settings, 'src/worker.js')
  return { app, DATABASE_URL, pid: child.pid as number }
}

/** Receivers in a process of their own, so that what is measured is not busy with receiving. */
export async function receivers(count: number) {
  const child = fork(new URL('webhooks-receiver.ts', import.meta.url), [String(count)])
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
export async function subscribeAll(app: FastifyInstance, origins: string[], max_concurrency: number) {
  const secret = formatSecret(randomBytes(32))
  for (const origin of origins)
    await app.db.rows(
      `insert into webhook_subscriptions (url, events, secret, max_concurrency) values ($1, '{*}', $2, $3)`,
      [`${origin}/hook`, app.encryption.encrypt(secret), max_concurrency],
    )
  return secret
}

/** Publishes events like those of finalized scores, all in one transaction, as the finalize of a period does. */
export const publishScores = (app: FastifyInstance, count: number) =>
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

const part = { raw: 72.93, weighted: 18.23 }

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

/** Waits until so many deliveries are stored as delivered. */
export async function untilDelivered(app: FastifyInstance, deliveries: number) {
  for (;;) {
    const row = await app.db.row<{ done: number }>(
      `select count(*) as done from webhook_deliveries where status = 'delivered'`,
    )
    if ((row?.done ?? 0) >= deliveries) return
    await pause(10)
  }
}

/** Milliseconds since the epoch, as fine as the clock of the process. */
export const now = () => performance.timeOrigin + performance.now()
