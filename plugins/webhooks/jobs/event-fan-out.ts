import type { FastifyInstance } from 'fastify'
import { wants } from '../../../src/delivery/event-filter.ts'
import { arrayLiteral } from '../../../src/platform/database/array-literal.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { bulkTransaction, type Statements } from '../../../src/platform/database/bulk-transaction.ts'
import { eventFanOut } from '../../../src/platform/events.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { newBatch, RESCUE_SECONDS } from '../sending/batch.ts'
import type { Errand } from '../sending/lane.ts'
import type { Told } from '../sending/message.ts'
import { senderOf } from '../sending/sender.ts'
import { type DeliveryJob, deliveryJob, grouped } from './delivery-job.ts'
import { webhookRescue } from './webhook-rescue.ts'

/**
 * Makes a delivery for every active subscription that wants one of the events, and its job, all in one transaction.
 * It may run twice: subscription and event are unique together, and only a new row gets a job.
 *
 * What this process can send soon it begins as soon as the transaction has committed. Those deliveries have one job
 * together, set for a minute later, which comes only if the process dies.
 */
export const fanOut = defineJob({
  ...eventFanOut,
  queue: { retryLimit: 1_000 },
  work: { localConcurrency: 2 },
  async handler(app, { events }) {
    const work = (tx: Statements) => deliver(app, tx, events)
    senderOf(app)?.begin(await bulkTransaction(app.db, work, JOB_TRANSACTION))
  },
})

/** Writes deliveries and jobs; answers those that this process is to begin. */
async function deliver(app: FastifyInstance, tx: Statements, ids: number[]): Promise<Errand[]> {
  const events = new Map((await eventsOf(tx, ids)).map((event) => [event.id, event]))
  const subscriptions = await activeSubscriptions(tx)
  const owed = [...events.values()].flatMap((event) =>
    subscriptions
      .filter((subscription) =>
        wants(subscription, { type: event.event_type, seller_code: event.seller_code }),
      )
      .map(({ id }) => ({ subscription: id, event: event.id })),
  )
  const sender = senderOf(app)
  const lanes = new Map(subscriptions.map((one) => [one.id, sender?.roomFor(one) ?? NO_ROOM]))
  const batch = newBatch()
  const begun: Errand[] = []
  const queued = new Map<DeliveryJob, Date | null>()
  for (const { event_id, ...job } of await newDeliveries(tx, owed)) {
    const lane = lanes.get(job.subscription_id) ?? NO_ROOM
    if (lane.room <= 0) {
      queued.set(job, lane.not_before)
      continue
    }
    lane.room--
    const { id: _, seller_code: __, ...told } = events.get(event_id) as EventRow
    begun.push({ job, claim: null, batch, due: { ...job, ...told, attempt: 0, trigger: 'event' } })
  }
  batch.left = begun.length
  await app.jobs.sendAll(tx, deliveryJob, [...queued.keys()], (job) => ({
    ...grouped(job),
    startAfter: queued.get(job) ?? undefined,
  }))
  const deliveries = begun.map(({ job }) => job.delivery_id)
  if (begun.length > 0)
    await app.jobs.sendAll(tx, webhookRescue, [{ deliveries }], () => ({
      id: batch.rescue,
      startAfter: RESCUE_SECONDS,
    }))
  return begun
}

const NO_ROOM = { room: 0, not_before: null }

type EventRow = Told & { id: number; seller_code: string | null }

const eventsOf = (tx: Statements, ids: number[]) =>
  tx.$queryRaw<EventRow[]>`
    select e.id, e.event_id, e.type as event_type, e.occurred_at, e.sequence, e.data::text as event_data, s.seller_code
    from events e left join sellers s on s.id = e.seller_id
    where e.id = any(${arrayLiteral(ids)}::bigint[]) order by e.id`

const activeSubscriptions = (tx: Statements) =>
  tx.$queryRaw<{ id: number; events: string[]; seller_codes: string[] | null; max_concurrency: number }[]>`
    select id, events, seller_codes, max_concurrency
    from webhook_subscriptions where is_active and deleted_at is null order by id`

/** Writes the deliveries that are not there yet; answers what their jobs hold, and the row of the event. */
const newDeliveries = (tx: Statements, owed: { subscription: number; event: number }[]) =>
  tx.$queryRaw<(DeliveryJob & { event_id: number })[]>`
    insert into webhook_deliveries (subscription_id, event_id, next_attempt_at)
    select subscription_id, event_id, now()
    from unnest(${arrayLiteral(owed.map(({ subscription }) => subscription))}::int[],
                ${arrayLiteral(owed.map(({ event }) => event))}::bigint[]) as owed(subscription_id, event_id)
    on conflict (subscription_id, event_id) do nothing
    returning id as delivery_id, subscription_id, turn, event_id`
