import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../../src/platform/database/database.ts'
import { admit, type Circuit, CLOSED, settle } from '../delivery/breaker.ts'

/** How an endpoint took an attempt. */
export interface Reception {
  trouble: boolean
  started: Date
  now: Date
}

/** The circuits of the endpoints that this process sends to, by subscription. Waiting ends when `stopping` aborts. */
export function openCircuits(clock: Clock, stopping: AbortSignal) {
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
