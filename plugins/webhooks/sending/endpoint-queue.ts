import type { Claim } from '../../../src/platform/jobs/consumer.ts'
import { admit, type Circuit, CLOSED, settle } from '../delivery/breaker.ts'
import type { DeliveryJob, DeliveryTask } from '../delivery-task.ts'
import type { Reception } from './attempt.ts'
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

/** What of an endpoint says how much its queue takes. */
type Slots = Pick<Endpoint, 'max_concurrency'>

/** The state of one endpoint in one process: its waiting tasks, its slots, its circuit. */
export interface EndpointQueue<Of extends Slots = Endpoint> {
  endpoint: Of
  waiting: LoadedTask[]
  under_way: number
  circuit: Circuit
  /** The moving average of the duration of attempts, in milliseconds. */
  usual_ms: number
}

const FIRST_GUESS_MS = 100
const WEIGHT_OF_LAST = 0.2
const HOLD_MS = 5_000
const MOST_WAITING = 10_000

export const newEndpointQueue = <Of extends Slots>(endpoint: Of): EndpointQueue<Of> => ({
  endpoint,
  waiting: [],
  under_way: 0,
  circuit: CLOSED,
  usual_ms: FIRST_GUESS_MS,
})

/** True when enough deliveries wait here to keep the endpoint busy: others stay in the job queue. */
export const isFull = ({ waiting, endpoint }: EndpointQueue) => waiting.length >= endpoint.max_concurrency

/**
 * How many deliveries may wait in memory for a slot: what the endpoint takes in some seconds, and twice its slots at
 * least. So a quick one is never short of work, and many slow ones together don't fill the room that all share.
 */
export function mayWait({ endpoint: { max_concurrency }, usual_ms }: EndpointQueue<Slots>) {
  const soon = Math.floor((max_concurrency * HOLD_MS) / Math.max(usual_ms, 1))
  return Math.max(2 * max_concurrency, Math.min(soon, MOST_WAITING))
}

/** How many deliveries more a queue takes now; none while its circuit is not closed. */
export const roomIn = (queue: EndpointQueue<Slots>) =>
  queue.circuit.pauses > 0 ? 0 : Math.max(0, mayWait(queue) - queue.waiting.length)

/** The end of the pause of an open circuit, or null. */
export const openUntil = ({ circuit }: EndpointQueue<Slots>, now: Date) =>
  circuit.pauses > 0 && circuit.until > now.getTime() ? new Date(circuit.until) : null

/** Admits an attempt, or says until when its circuit keeps it back. */
export function admitTo(queue: EndpointQueue, now: Date): Date | null {
  const { circuit, wait_until } = admit(queue.circuit, now)
  queue.circuit = circuit
  return wait_until
}

/** Records how the endpoint took an attempt. */
export function record(queue: EndpointQueue, reception: Reception) {
  queue.circuit = settle(queue.circuit, reception)
  queue.usual_ms += WEIGHT_OF_LAST * (reception.duration_ms - queue.usual_ms)
}
