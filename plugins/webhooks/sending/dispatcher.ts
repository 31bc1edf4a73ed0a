import type { FastifyInstance } from 'fastify'
import type { Lease } from '../../../src/platform/jobs/consumer.ts'
import { openAttempts } from './attempt.ts'
import { admitTo, type EndpointQueue, isFull, type LoadedTask, record } from './endpoint-queue.ts'
import type { createEndpointQueues } from './endpoint-queues.ts'
import { putOff } from './outcomes.ts'
import type { createResultWriter } from './result-writer.ts'

/** Takes tasks from endpoint queues, makes their attempts and hands their outcomes on. */
export function createDispatcher(
  app: FastifyInstance,
  lease: Lease,
  queues: ReturnType<typeof createEndpointQueues>,
  results: ReturnType<typeof createResultWriter>,
) {
  const attempts = openAttempts(app)
  const underWay = new Set<Promise<void>>()
  let stopped = false

  /** Begins as many attempts as the endpoint has free slots; none where the claims may be another process's. */
  function advance(queue: EndpointQueue) {
    while (!stopped && queue.under_way < queue.endpoint.max_concurrency && lease.isFresh()) {
      const loaded = queues.next(queue)
      if (!loaded) break
      const wait_until = admitTo(queue, app.clock.now())
      if (wait_until) results.add(putOff(loaded, wait_until))
      else begin(queue, loaded)
    }
    queues.forgetIdle(queue)
  }

  function begin(queue: EndpointQueue, loaded: LoadedTask) {
    queue.under_way++
    const attempt = run(queue, loaded).then(() => {
      queue.under_way--
      underWay.delete(attempt)
      const wasFull = isFull(queue)
      advance(queue)
      if (wasFull && !isFull(queue)) lease.poll()
    })
    underWay.add(attempt)
  }

  async function run(queue: EndpointQueue, { due, ...claimed }: LoadedTask) {
    const made = await attempts.make(queue.endpoint, due)
    if (!made) return
    if (made.reception) record(queue, made.reception)
    results.add({ ...claimed, ...made.attempted })
  }

  return {
    advance,
    isStopped: () => stopped,
    /** Begins nothing more. Comes back when nothing is under way: what still is when `signal` aborts is cut off. */
    async stop(signal: AbortSignal) {
      stopped = true
      const cut = () => void attempts.close()
      signal.addEventListener('abort', cut)
      await Promise.all(underWay)
      signal.removeEventListener('abort', cut)
      await results.empty()
      await attempts.close()
    },
  }
}
