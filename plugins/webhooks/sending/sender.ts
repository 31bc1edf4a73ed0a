import type { FastifyInstance } from 'fastify'
import type { Claim, Consumer, Lease } from '../../../src/platform/jobs/consumer.ts'
import { type DeliveryJob, tasksOf } from '../delivery-task.ts'
import { createDispatcher } from './dispatcher.ts'
import { type Due, findDue } from './due-queries.ts'
import { createEndpoints, type Endpoint } from './endpoint.ts'
import {
  type ClaimedTask,
  type EndpointQueue,
  mayWait,
  newEndpointQueue,
  openUntil,
  roomIn,
} from './endpoint-queue.ts'
import { createEndpointQueues } from './endpoint-queues.ts'
import { putOff } from './outcomes.ts'
import { planTask } from './plan-task.ts'
import { createResultWriter } from './result-writer.ts'

/** The time that a task which exceeds its endpoint queue stays in the job queue. */
const PUT_OFF_MS = 1_000

/** Sends the deliveries whose jobs this process has claimed. */
export interface Sender extends Consumer<DeliveryJob> {
  /** How many deliveries to a subscription it can begin soon, and until when its circuit is open, if it is. */
  roomFor(subscription: Pick<Endpoint, 'id' | 'max_concurrency'>): { room: number; not_before: Date | null }
  /** Begins deliveries that this process has just written, by jobs that it has claimed with them. */
  begin(claims: Claim<DeliveryJob>[], due: Map<number, Due>): void
}

/**
 * Attempts deliveries: at each endpoint as many at a time as it wants, and none at one whose circuit is open. A claimed
 * job becomes tasks in endpoint queues (here), the dispatcher makes their attempts, the result writer stores the
 * outcomes.
 */
export function openSender(app: FastifyInstance, lease: Lease): Sender {
  const { clock } = app
  const findEndpoints = createEndpoints(app.db, app.encryption)
  const results = createResultWriter(app, lease)
  const queues = createEndpointQueues()
  const dispatcher = createDispatcher(app, lease, queues, results)

  /** Puts the tasks of jobs into the queues of their endpoints; what exceeds a queue goes back into the job queue. */
  async function enqueue(claims: Claim<DeliveryJob>[], due: Map<number, Due>) {
    const endpoints = await findEndpoints([...new Set(claims.map(({ data }) => data.subscription_id))])
    const touched = new Set<EndpointQueue>()
    for (const claim of claims) {
      if (claim.lost) continue
      const held = { claim, left: claim.data.deliveries.length }
      const endpoint = endpoints.get(claim.data.subscription_id)
      for (const task of tasksOf(claim.data)) {
        const queue = place({ task, held }, due.get(task.delivery_id), endpoint)
        if (queue) touched.add(queue)
      }
    }
    for (const queue of touched) {
      const later = new Date(clock.now().getTime() + PUT_OFF_MS)
      const most = mayWait(queue) + queue.endpoint.max_concurrency
      for (const loaded of queues.removeFrom(most, queue)) results.add(putOff(loaded, later))
      dispatcher.advance(queue)
    }
  }

  /** Puts a task into its queue, or ends it when there is nothing to send. */
  function place(claimed: ClaimedTask, due: Due | undefined, endpoint: Endpoint | Error | undefined) {
    const plan = planTask(claimed, due, endpoint, clock.now())
    if ('outcome' in plan) return void results.add(plan.outcome)
    return queues.add(plan.endpoint, plan.loaded)
  }

  /** Reads the endpoints again for which deliveries wait: one may be paused, deleted or moved meanwhile. */
  async function refresh() {
    const busy = queues.all().filter(({ waiting }) => waiting.length > 0)
    if (busy.length === 0) return
    const endpoints = await findEndpoints(busy.map(({ endpoint }) => endpoint.id))
    if (dispatcher.isStopped()) return
    for (const queue of busy) {
      const endpoint = endpoints.get(queue.endpoint.id)
      for (const { due, ...claimed } of queues.removeFrom(0, queue)) place(claimed, due, endpoint)
      dispatcher.advance(queue)
    }
  }

  /** Gives jobs back that can’t be put into endpoint queues. */
  const undone = (claims: Claim<DeliveryJob>[]) => (error: unknown) => {
    app.log.error({ err: error }, 'deliveries could not be read')
    lease.giveBack(claims).catch(() => {})
  }

  return {
    take(claims) {
      const ids = claims.flatMap(({ data }) => data.deliveries.map(([id]) => id))
      findDue(app.db, ids)
        .then((due) => enqueue(claims, due))
        .catch(undone(claims))
    },
    begin(claims, due) {
      lease.hold(claims)
      if (dispatcher.isStopped()) return void lease.giveBack(claims).catch(() => {})
      enqueue(claims, due).catch(undone(claims))
    },
    full: () => queues.full().map(({ endpoint }) => String(endpoint.id)),
    roomFor({ id, max_concurrency }) {
      const queue = queues.find(id) ?? newEndpointQueue({ max_concurrency })
      return {
        room: dispatcher.isStopped() || !queues.hasRoomForText() ? 0 : roomIn(queue),
        not_before: openUntil(queue, clock.now()),
      }
    },
    resume() {
      for (const queue of queues.all()) dispatcher.advance(queue)
      refresh().catch((error) => app.log.debug({ err: error }, 'endpoints of webhooks were not read again'))
    },
    stop: dispatcher.stop,
  }
}
