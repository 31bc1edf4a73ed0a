import type { FastifyInstance } from 'fastify'
import type { Attempted } from './attempt.ts'

/** An attempt that failed is made again, unless it was the last one or the receiver wants no more. */
const RESULT = { delivered: 'delivered', retry: 'failed', failed: 'given_up', disable: 'given_up' } as const

/** Counts attempts by their result, and logs each that failed. */
export function watchAttempts({ metrics, log }: Pick<FastifyInstance, 'metrics' | 'log'>) {
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
