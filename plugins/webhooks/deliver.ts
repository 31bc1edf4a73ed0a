import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Static } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Clock, Sql } from '../../src/platform/database/database.ts'
import { inBatches } from '../../src/platform/database/statements/in-batches.ts'
import type { FamilyWork, Thing } from '../../src/platform/jobs/job.ts'
import type { DeliveryTask, deliveryJob } from './deliveries.ts'
import { admit, type Circuit, CLOSED, type Reception, settle } from './delivery/breaker.ts'
import { type Attempted, findDue, openAttempts, unsendable } from './sending/attempt.ts'
import { createEndpoints } from './sending/endpoint.ts'
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
      let made: Attempted | undefined
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
      if (made) return store(made)
      await pause
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

/** The circuits of the endpoints that this process sends to, by subscription. Waiting ends when `stopping` aborts. */
function openCircuits(clock: Clock, stopping: AbortSignal) {
  const circuits = new Map<number, Circuit>()
  const closed = new EventEmitter().setMaxListeners(0)

  /** Until the pause is over, or an attempt has closed the circuit. */
  async function pause(id: number, until: Date) {
    const over = new AbortController()
    const signal = AbortSignal.any([stopping, over.signal])
    const ms = Math.max(0, until.getTime() - clock.now().getTime())
    await Promise.race([delay(ms, undefined, { signal }), once(closed, String(id), { signal })]).finally(() =>
      over.abort(),
    )
  }

  return {
    /** Admits an attempt, or answers what to wait for before it is asked again. */
    admit(id: number): Promise<void> | undefined {
      const { circuit, wait_until } = admit(circuits.get(id) ?? CLOSED, clock.now())
      if (circuit !== CLOSED) circuits.set(id, circuit)
      return wait_until ? pause(id, wait_until) : undefined
    },
    record(id: number, reception: Reception) {
      const circuit = settle(circuits.get(id) ?? CLOSED, reception)
      if (circuit !== CLOSED) return void circuits.set(id, circuit)
      if (circuits.delete(id)) closed.emit(String(id))
    },
  }
}
