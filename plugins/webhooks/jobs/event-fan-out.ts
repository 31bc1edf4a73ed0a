import type { FastifyInstance } from 'fastify'
import { wants } from '../../../src/delivery/event-filter.ts'
import { eventFanOut } from '../../../src/domain/events/fan-out.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { type DeliveryTask, sendTasks } from '../delivery-task.ts'
import { activeSubscriptions, type EventRow, eventsOf, newDeliveries } from '../fan-out-queries.ts'
import { newBatch, RESCUE_SECONDS, rescueJob } from '../sending/batch.ts'
import type { LoadedTask } from '../sending/lane.ts'
import type { Sender } from '../sending/sender.ts'

/**
 * Makes a delivery for every active subscription that wants one of the events, and its job, all in one transaction.
 * It may run twice: subscription and event are unique together, and only a new row gets a job.
 *
 * What the sender of this process can send soon it begins as soon as the transaction has committed. Those deliveries
 * have one job together, set for a minute later, which comes only if the process dies. `count` hears how many events
 * have their deliveries.
 */
export const fanOut = (
  senderOfProcess: () => Sender | undefined,
  count: (events: number) => void = () => {},
) =>
  defineJob({
    ...eventFanOut,
    queue: { retryLimit: 1_000 },
    work: { localConcurrency: 2 },
    async handler(app, { events }) {
      const sender = senderOfProcess()
      const work = (tx: Transaction) => deliver(app, sender, tx, events)
      const begun = await app.db.bulkTransaction(work, JOB_TRANSACTION)
      sender?.begin(begun)
      count(events.length)
    },
  })

/** Writes deliveries and jobs; answers those that this process is to begin. */
async function deliver(
  app: FastifyInstance,
  sender: Sender | undefined,
  tx: Transaction,
  ids: number[],
): Promise<LoadedTask[]> {
  const events = new Map((await eventsOf(tx, ids)).map((event) => [event.id, event]))
  const subscriptions = await activeSubscriptions(tx)
  const owed = [...events.values()].flatMap((event) =>
    subscriptions
      .filter((subscription) =>
        wants(subscription, { type: event.event_type, seller_code: event.seller_code }),
      )
      .map(({ id }) => ({ subscription: id, event: event.id })),
  )
  const lanes = new Map(subscriptions.map((one) => [one.id, sender?.roomFor(one) ?? NO_ROOM]))
  const batch = newBatch()
  const begun: LoadedTask[] = []
  const queued = new Map<DeliveryTask, Date | null>()
  for (const { event_id, ...task } of await newDeliveries(tx, owed)) {
    const lane = lanes.get(task.subscription_id) ?? NO_ROOM
    if (lane.room <= 0) {
      queued.set(task, lane.not_before)
      continue
    }
    lane.room--
    const { id: _, seller_code: __, ...payload } = events.get(event_id) as EventRow
    begun.push({ task, claim: null, batch, due: { ...task, ...payload, attempt: 0, trigger: 'event' } })
  }
  batch.left = begun.length
  await sendTasks(app.jobs, tx, [...queued.keys()], (task) => ({ startAfter: queued.get(task) ?? undefined }))
  const deliveries = begun.map(({ task }) => task.delivery_id)
  if (begun.length > 0)
    await app.jobs.sendAll(tx, rescueJob, [{ deliveries }], () => ({
      id: batch.rescue,
      startAfter: RESCUE_SECONDS,
    }))
  return begun
}

const NO_ROOM = { room: 0, not_before: null }
