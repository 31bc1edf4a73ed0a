import type { FastifyInstance } from 'fastify'
import { inBatches } from '../../../src/platform/database/statements/in-batches.ts'
import { sendTasks } from '../delivery-job.ts'
import type { Attempted } from './attempt.ts'
import { disableGone, noticeFailing } from './disabling.ts'
import { countStreaks, storeAttempts } from './store-queries.ts'

/** The time limit of the transaction that stores attempts. */
const STORE_MS = 30_000
/** One transaction at a time: it takes along what has come in while the one before ran. */
const ONE = { connections: 1 }

/**
 * Stores attempts: the log row, the state of the delivery, its next job, and what the subscription remembers and comes
 * to by it are one transaction. Where attempts can't be stored together each is stored alone.
 */
export function openStore(app: FastifyInstance): (attempted: Attempted) => Promise<void> {
  const watch = watchAttempts(app)
  const store = inBatches(ONE, async (attempted: Attempted[]) => {
    const stored = await app.db.bulkTransaction((tx) => storeIn(tx, app, attempted), {
      timeout: STORE_MS,
      byKey: true,
    })
    for (const one of stored) watch(one)
    return new Map<Attempted, true>()
  })
  return async (attempted) => void (await store(attempted))
}

/** Answers those that were stored: the others were overtaken. */
async function storeIn(
  tx: Parameters<typeof sendTasks>[1],
  app: FastifyInstance,
  attempted: Attempted[],
): Promise<Attempted[]> {
  const moved = await storeAttempts(tx, attempted)
  const stored = attempted.filter(({ due }) => moved.has(due.delivery_id))
  await sendTasks(app.jobs, tx, stored.flatMap(nextTask))
  const failing = await countStreaks(tx, stored)
  for (const { due, classification } of stored)
    if (classification.outcome === 'disable')
      await disableGone(app.events, tx, due.subscription_id, classification.reason)
  for (const id of failing) await noticeFailing(app.events, tx, id, app.clock.now())
  return stored
}

const nextTask = ({ due: { delivery_id, subscription_id, version }, classification }: Attempted) =>
  classification.outcome === 'retry'
    ? [
        {
          delivery_id,
          subscription_id,
          version: version + 1,
          next_attempt_at: classification.next_attempt_at,
        },
      ]
    : []

/** An attempt that failed is made again, unless it was the last one or the receiver wants no more. */
const RESULT = { delivered: 'delivered', retry: 'failed', failed: 'given_up', disable: 'given_up' } as const

/** Counts attempts by their result, and logs each that failed. */
function watchAttempts({ metrics, log }: Pick<FastifyInstance, 'metrics' | 'log'>) {
  const attempts = metrics.counter({
    name: 'sos_webhook_attempts_total',
    help: 'Attempts at deliveries: delivered, failed (to be made again) or given_up (the last one, or a 410)',
    labelNames: ['result'],
  })
  for (const result of Object.values(RESULT)) attempts.inc({ result }, 0)

  return ({ due, classification, entry }: Attempted) => {
    const { outcome, next_attempt_at, reason } = classification
    attempts.inc({ result: RESULT[outcome] })
    if (outcome === 'delivered') return
    const { subscription_id, delivery_id, event_type } = due
    log.warn(
      {
        subscription_id,
        delivery_id,
        event_type,
        attempt: due.attempt + 1,
        status: entry.response_status,
        next_attempt_at,
        reason,
      },
      next_attempt_at ? 'a delivery failed' : 'a delivery failed and is given up',
    )
  }
}
