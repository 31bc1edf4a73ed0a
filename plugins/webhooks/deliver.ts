import type { Static } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { inBatches } from '../../src/platform/database/statements/in-batches.ts'
import type { FamilyWork, Thing } from '../../src/platform/jobs/job.ts'
import type { deliveryJob } from './delivery-job.ts'
import { holdDelivery } from './delivery-queries.ts'
import { type Made, openAttempts } from './sending/attempt.ts'
import { openCircuits } from './sending/circuits.ts'
import { findDue } from './sending/due-queries.ts'
import { createEndpoints } from './sending/endpoint.ts'
import { unsendable } from './sending/log-entry.ts'
import { openStore } from './sending/store.ts'

type DeliveryJob = Static<typeof deliveryJob.data>

/** Deliveries and endpoints are read for many jobs at once, by one statement at a time. */
const ONE = { connections: 1 }

/**
 * Delivers: reads the delivery, makes its attempt, stores what came of it. All of it is done for the version that the
 * job names, so that a second run finds another version and does nothing. A job that throws has stored nothing, and
 * comes again.
 */
export function openDeliveries(app: FastifyInstance, stopping: AbortSignal): FamilyWork<DeliveryJob> {
  const { clock, db, encryption } = app
  const findDelivery = inBatches(ONE, (ids: number[]) => findDue(db, ids))
  const findEndpoint = inBatches(ONE, createEndpoints(db, encryption))
  const takeSlot = openSlots()
  const circuits = openCircuits(clock, stopping)
  const attempts = openAttempts(app)
  const store = openStore(app)

  /** What a job waited for may have taken long: all is read when it has its slot. */
  async function work({ id, at_a_time }: Thing, { delivery_id, version }: DeliveryJob, claim: AbortSignal) {
    for (;;) {
      const giveBack = await takeSlot(id, at_a_time)
      let pause: Promise<void> | undefined
      let made: Made | undefined
      try {
        const [due, endpoint] = await Promise.all([findDelivery(delivery_id), findEndpoint(id)])
        if (due?.version !== version || !endpoint) return
        if (endpoint instanceof Error) return await store(unsendable(due, endpoint, clock.now()))
        if (!endpoint.is_active && due.trigger === 'event') {
          if (await holdDelivery(db, due)) return
          continue // it has been made active again
        }
        stopping.throwIfAborted()
        claim.throwIfAborted()
        pause = circuits.admit(id)
        if (!pause) {
          made = await attempts.make(endpoint, due)
          if (made.reception) circuits.record(id, made.reception)
        }
      } finally {
        giveBack()
      }
      if (made) return store(made.attempted)
      await pause
    }
  }
  return { work, close: attempts.close }
}

/** The slots of endpoints: at each at most so many attempts at a time in this process, first come, first served. */
function openSlots() {
  const endpoints = new Map<number, { busy: number; waiting: (() => void)[] }>()

  /** Waits for a slot of an endpoint that has `most`; answers how to give it back. */
  return async (id: number, most: number): Promise<() => void> => {
    const slots = endpoints.get(id) ?? { busy: 0, waiting: [] }
    endpoints.set(id, slots)
    if (slots.busy < most) slots.busy++
    else await new Promise<void>((handOver) => slots.waiting.push(handOver))
    return () => {
      const next = slots.waiting.shift()
      if (next) next()
      else if (--slots.busy === 0) endpoints.delete(id)
    }
  }
}
