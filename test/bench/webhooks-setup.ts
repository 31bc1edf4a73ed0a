import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { formatSecret } from '../../src/delivery/secret.ts'
import { publishAll } from '../../src/platform/events.ts'

/** Receivers in a process of their own, so that what is measured is not busy with receiving. */
export async function receivers(count: number, last: 'alive' | 'dead' = 'alive') {
  const child: ChildProcess = fork(new URL('webhooks-receiver.ts', import.meta.url), [String(count), last])
  const [ports] = (await once(child, 'message')) as [number[]]
  const counts = async () => {
    child.send('counts')
    const [taken] = (await once(child, 'message')) as [{ posts: number; latest: number }[]]
    return taken
  }
  return {
    origins: ports.map((port) => `http://127.0.0.1:${port}`),
    counts,
    reset: () => child.send('reset'),
    /** Waits until the first `of` receivers have taken `posts` each. */
    async until(posts: number, of = count) {
      for (;;) {
        const taken = (await counts()).slice(0, of)
        if (taken.every((one) => one.posts >= posts)) return taken
        await pause(2)
      }
    },
    end: () => child.disconnect(),
  }
}

/** Subscribes addresses to everything, with room for `concurrency` attempts at a time each. */
export async function subscribeAll(app: FastifyInstance, urls: string[], concurrency: number) {
  const secret = formatSecret(randomBytes(32))
  for (const url of urls)
    await app.db.rows(
      `insert into webhook_subscriptions (url, events, secret, max_concurrency) values ($1, '{*}', $2, $3)`,
      [url, app.sealing.seal(secret), concurrency],
    )
  return secret
}

/** Publishes events like those of finalized scores, all in one transaction, as the finalize of a period does. */
export const publishScores = (app: FastifyInstance, count: number) =>
  app.db.transaction((tx) =>
    publishAll(
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

/** Waits until no delivery is pending. */
export async function untilDelivered(app: FastifyInstance, deliveries: number) {
  for (;;) {
    const row = await app.db.row<{ done: number }>(
      `select count(*) as done from webhook_deliveries where status = 'delivered'`,
    )
    if ((row?.done ?? 0) >= deliveries) return
    await pause(5)
  }
}
