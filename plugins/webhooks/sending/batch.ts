import { randomUUID } from 'node:crypto'
import { Type } from '@sinclair/typebox'

/**
 * Deliveries that this process begins as soon as they are written, without jobs of their own. One rescue
 * job is set for all of them, and cancelled with the last that is stored.
 */
export interface Batch {
  /** The id of the rescue job. */
  rescue: string
  /** How many are not stored yet. */
  left: number
  /** Until when they may begin (performance.now()). */
  until: number
}

/** Queues a batch again whose process died; its handler is in jobs/webhook-rescue.ts. */
export const rescueJob = {
  name: 'webhook-rescue',
  data: Type.Object({ deliveries: Type.Array(Type.Integer({ minimum: 1 })) }),
}

/**
 * When the rescue job runs. By then the process has stored everything, or it is dead: nothing is begun after
 * MAY_BEGIN_MS, and an attempt takes 30 seconds at the most.
 */
export const RESCUE_SECONDS = 60
const MAY_BEGIN_MS = 20_000

export const newBatch = (): Batch => ({
  rescue: randomUUID(),
  left: 0,
  until: performance.now() + MAY_BEGIN_MS,
})

/** The batches of which nothing is left once these deliveries are stored. */
export function emptiedBy(stored: { batch: Batch | null }[]): Batch[] {
  const counts = new Map<Batch, number>()
  for (const { batch } of stored) if (batch) counts.set(batch, (counts.get(batch) ?? 0) + 1)
  return [...counts].filter(([batch, count]) => batch.left === count).map(([batch]) => batch)
}
