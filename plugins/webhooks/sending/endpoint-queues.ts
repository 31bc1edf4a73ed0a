import type { Endpoint } from './endpoint.ts'
import { type EndpointQueue, isFull, type LoadedTask, newEndpointQueue } from './endpoint-queue.ts'

/** How many characters of events may wait in memory, in all queues, before new deliveries go to the job queue. */
const MOST_TEXT = 32 * 1024 * 1024

/** The queues of the endpoints that this process sends to. Tasks whose job is lost leave them unseen. */
export function createEndpointQueues() {
  const queues = new Map<number, EndpointQueue>()
  let text = 0
  const size = ({ due }: LoadedTask) => due.payload.body.length

  return {
    /** The queue of a subscription, if this process sends to it. */
    find: (id: number) => queues.get(id),
    all: () => [...queues.values()],
    full: () => [...queues.values()].filter(isFull),
    hasRoomForText: () => text <= MOST_TEXT,
    /** Adds a task to the queue of its endpoint, which is known anew with it. */
    add(endpoint: Endpoint, loaded: LoadedTask) {
      const queue = queues.get(endpoint.id) ?? newEndpointQueue(endpoint)
      queue.endpoint = endpoint
      queue.waiting.push(loaded)
      text += size(loaded)
      queues.set(endpoint.id, queue)
      return queue
    },
    /** Removes the oldest task. */
    next({ waiting }: EndpointQueue): LoadedTask | undefined {
      for (let loaded = waiting.shift(); loaded; loaded = waiting.shift()) {
        text -= size(loaded)
        if (!loaded.held.claim.lost) return loaded
      }
      return undefined
    },
    /** Removes the tasks from a place on. */
    removeFrom(place: number, { waiting }: EndpointQueue): LoadedTask[] {
      const removed = waiting.splice(place)
      for (const loaded of removed) text -= size(loaded)
      return removed.filter(({ held }) => !held.claim.lost)
    },
    /** Forgets a queue that has nothing to do and no failures to remember. */
    forgetIdle(queue: EndpointQueue) {
      const { endpoint, waiting, under_way, circuit } = queue
      const isIdle = under_way === 0 && waiting.length === 0 && circuit.failures === 0
      if (isIdle && queues.get(endpoint.id) === queue) queues.delete(endpoint.id)
    },
  }
}
