import { setTimeout as delay } from 'node:timers/promises'
import type { Static } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Sql } from '../../src/platform/database/database.ts'
import { inBatches } from '../../src/platform/database/statements/in-batches.ts'
import type { FamilyWork, Thing } from '../../src/platform/jobs/job.ts'
import type { DeliveryTask, deliveryJob } from './deliveries.ts'
import { admit, type Circuit, CLOSED, settle } from './delivery/breaker.ts'
import { findDue, openAttempts, unsendable } from './sending/attempt.ts'
import { findEndpoints } from './sending/endpoint.ts'
import { openStore } from './sending/store.ts'

type DeliveryJob = Static<typeof deliveryJob.data>

/** Deliveries and endpoints are read for many jobs at once, by one statement at a time. */
const ONE = { connections: 1 }
/** So often who waits for a circuit looks whether an attempt has closed it. */
const LOOK_MS = 2_000

/**
 * Delivers: reads the delivery, makes its attempt, stores what came of it. All of it is done for the version that the
 * job names, so that a second run finds another version and does nothing. A job that throws has stored nothing, and
 * comes again.
 */
export function openDeliveries(app: FastifyInstance, stopping: AbortSignal): FamilyWork<DeliveryJob> {
  const { clock, db, encryption } = app
  const findDelivery = inBatches(ONE, (ids: number[]) => findDue(db, ids))
  const findEndpoint = inBatches(ONE, (ids: number[]) => findEndpoints(db, encryption, ids))
  /** The circuits of the endpoints that this process sends to, by subscription; one that is closed is left out. */
  const circuits = new Map<number, Circuit>()
  const attempts = openAttempts(app)
  const store = openStore(app)

  const slots = new Map<number, LimitFunction>()

  /** At each endpoint at most so many attempts at a time in this process, first come, first served. */
  function slotsOf({ id, at_a_time }: Thing): LimitFunction {
    const limit = slots.get(id) ?? pLimit(at_a_time)
    limit.concurrency = at_a_time
    slots.set(id, limit)
    return limit
  }

  /** Admits an attempt, or answers for how many milliseconds to wait before it is asked again. */
  function admitTo(id: number): number | null {
    const now = performance.now()
    const { circuit, wait_until } = admit(circuits.get(id) ?? CLOSED, now)
    keep(id, circuit)
    return wait_until && Math.min(wait_until - now, LOOK_MS)
  }

  function keep(id: number, circuit: Circuit) {
    if (circuit === CLOSED) circuits.delete(id)
    else circuits.set(id, circuit)
  }

  /**
   * What a job waited for may have taken long: all is read when it has its slot. A try answers the attempt that was `made`,
   * or how long to `pause` before another try; neither where there is nothing to do.
   */
  async function work(thing: Thing, { delivery_id, version }: DeliveryJob, claim: AbortSignal) {
    const { id } = thing
    for (;;) {
      const { made, pause = null } = await slotsOf(thing)(async () => {
        const [due, endpoint] = await Promise.all([findDelivery(delivery_id), findEndpoint(id)])
        if (due?.version !== version || !endpoint) return {}
        if (endpoint instanceof Error) return { made: unsendable(due, endpoint, clock.now()) }
        if (!endpoint.is_active && due.trigger === 'event')
          return (await holdDelivery(db, due)) ? {} : { pause: 0 } // it has been made active again
        stopping.throwIfAborted()
        claim.throwIfAborted()
        const pause = admitTo(id)
        if (pause !== null) return { pause }
        const made = await attempts.make(endpoint, due)
        if (made.reception) keep(id, settle(circuits.get(id) ?? CLOSED, made.reception))
        return { made }
      })
      if (made) return store(made)
      if (pause === null) return
      await delay(pause, undefined, { signal: stopping })
    }
  }
  return { work, close: attempts.close }
}

/**
 * Holds a delivery while its subscription is not active, under a lock: who resumes it moves those that are held by then
 * and no others. Answers how many are held: none when it has been resumed meanwhile.
 */
const holdDelivery = (db: Sql, { delivery_id, subscription_id, version }: DeliveryTask) =>
  db.run`
    with inactive as (
      select id from webhook_subscriptions
      where id = ${subscription_id} and not is_active and deleted_at is null for no key update
    )
    update webhook_deliveries d set status = 'held', turn = turn + 1, next_attempt_at = null
    from inactive where d.id = ${delivery_id} and d.turn = ${version} and d.status = 'pending'`
