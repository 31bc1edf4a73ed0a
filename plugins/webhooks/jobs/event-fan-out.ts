import type { FastifyInstance } from 'fastify'
import { eventFanOut } from '../../../src/domain/events/fan-out.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import type { Claim } from '../../../src/platform/jobs/consumer.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { wants } from '../delivery/event-filter.ts'
import { activeSubscriptions, eventsOf, newDeliveries } from '../delivery-queries.ts'
import { claimTasks, type DeliveryJob, type DeliveryTask, sendLater } from '../delivery-task.ts'
import type { Due } from '../sending/due-queries.ts'
import { type Payload, payloadOf } from '../sending/message.ts'
import type { Sender } from '../sending/sender.ts'

/**
 * Makes a delivery for every active subscription that wants one of the events, and their jobs, all in one transaction.
 * It may run twice: subscription and event are unique together, and only a new row gets into a job.
 *
 * What the sender of this process can send soon it claims with that transaction, and begins when it has committed.
 * `count` hears how many events have their deliveries.
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
      const { claims, due } = await app.db.bulkTransaction(work, JOB_TRANSACTION)
      if (claims.length > 0) sender?.begin(claims, due)
      count(events.length)
    },
  })

/** Writes deliveries and jobs; answers those that this process has claimed, and what it needs to begin them. */
async function deliver(
  app: FastifyInstance,
  sender: Sender | undefined,
  tx: Transaction,
  ids: number[],
): Promise<{ claims: Claim<DeliveryJob>[]; due: Map<number, Due> }> {
  const events = await eventsOf(tx, ids)
  const subscriptions = await activeSubscriptions(tx)
  const owed = events.flatMap((event) =>
    subscriptions
      .filter((subscription) =>
        wants(subscription, { type: event.event_type, seller_code: event.seller_code }),
      )
      .map(({ id }) => ({ subscription: id, event: event.id })),
  )
  const rooms = new Map(subscriptions.map((one) => [one.id, sender?.roomFor(one) ?? NO_ROOM]))
  const payloads = new Map(events.map((event) => [event.id, payloadOf(event)]))
  const due = new Map<number, Due>()
  const begun: DeliveryTask[] = []
  const queued = new Map<DeliveryTask, Date | null>()
  for (const { event_id, ...task } of await newDeliveries(tx, owed)) {
    const place = rooms.get(task.subscription_id) ?? NO_ROOM
    if (place.room <= 0) {
      queued.set(task, place.not_before)
      continue
    }
    place.room--
    begun.push(task)
    due.set(task.delivery_id, {
      ...task,
      payload: payloads.get(event_id) as Payload,
      attempt: 0,
      trigger: 'event',
    })
  }
  await sendLater(app.jobs, tx, queued)
  return { claims: await claimTasks(app.jobs, tx, begun), due }
}

const NO_ROOM = { room: 0, not_before: null }
