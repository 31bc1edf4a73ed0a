import { type Circuit, CLOSED } from '../../../src/delivery/breaker.ts'
import type { Claim } from '../../../src/platform/jobs/consumer.ts'
import type { DeliveryJob, DeliveryTask } from '../delivery-task.ts'
import type { Due } from './due-queries.ts'
import type { Endpoint } from './endpoint.ts'

/** A job that this process has claimed, and how many of its tasks are not stored yet. */
export interface Held {
  claim: Claim<DeliveryJob>
  left: number
}

/** A task that is this process's to do. */
export interface ClaimedTask {
  task: DeliveryTask
  held: Held
}

/** A claimed task with all that is needed to send it. */
export interface LoadedTask extends ClaimedTask {
  due: Due
}

/** What one process knows of one endpoint: how much it is asked to take, and how it takes it. */
export interface Lane {
  endpoint: Endpoint
  waiting: LoadedTask[]
  under_way: number
  circuit: Circuit
  /** How long attempts have taken lately, in milliseconds. */
  usual_ms: number
}

const FIRST_GUESS_MS = 100
const WEIGHT_OF_LAST = 0.2
const HOLD_MS = 5_000
const MOST_WAITING = 10_000

export const newLane = (endpoint: Endpoint): Lane => ({
  endpoint,
  waiting: [],
  under_way: 0,
  circuit: CLOSED,
  usual_ms: FIRST_GUESS_MS,
})

/** Whether the endpoint's deliveries should stay in the queue for now: enough wait to keep it busy. */
export const isFull = ({ waiting, endpoint }: Lane) => waiting.length >= endpoint.max_concurrency

/**
 * How many deliveries may wait in memory for a slot: what the endpoint takes in some seconds, and twice its slots at
 * least. So a quick one is never short of work, and many slow ones together don't fill the room that all share.
 */
export function mayWait({ endpoint: { max_concurrency }, usual_ms }: Lane) {
  const soon = Math.floor((max_concurrency * HOLD_MS) / Math.max(usual_ms, 1))
  return Math.max(2 * max_concurrency, Math.min(soon, MOST_WAITING))
}

/** How many deliveries more a lane takes now; none while its circuit is not closed. */
export const roomIn = (lane: Lane) =>
  lane.circuit.pauses > 0 ? 0 : Math.max(0, mayWait(lane) - lane.waiting.length)

/** Until when nothing goes because the circuit is open, or null. */
export const openUntil = ({ circuit }: Lane, now: Date) =>
  circuit.pauses > 0 && circuit.until > now.getTime() ? new Date(circuit.until) : null

/** The usual duration after another attempt, which counts for a fifth. */
export const usualAfter = (usual_ms: number, duration_ms: number) =>
  usual_ms + WEIGHT_OF_LAST * (duration_ms - usual_ms)
