import { wants } from '../../../src/delivery/event-filter.ts'
import { arrayLiteral } from '../../../src/platform/array-literal.ts'
import { bulkTransaction, type Statements } from '../../../src/platform/bulk-transaction.ts'
import { eventFanOut } from '../../../src/platform/events.ts'
import { defineJob, type Jobs } from '../../../src/platform/jobs.ts'
import { type DeliveryJob, deliveryJob, grouped } from './delivery-job.ts'

const TIMEOUT_MS = 60_000

/**
 * Makes a delivery and its job for every active subscription that wants one of the events, all in one transaction.
 * It may run twice: subscription and event are unique together, and only a new row gets a job.
 */
export const fanOut = defineJob({
  ...eventFanOut,
  work: { localConcurrency: 2 },
  handler: (app, { events }) =>
    bulkTransaction(app.db, (tx) => deliver(tx, app.jobs, events), { timeout: TIMEOUT_MS }),
})

async function deliver(tx: Statements, jobs: Jobs, events: number[]) {
  const happened = await eventsOf(tx, events)
  const subscriptions = await activeSubscriptions(tx)
  const owed = happened.flatMap((event) =>
    subscriptions
      .filter((subscription) => wants(subscription, event))
      .map(({ id }) => ({ subscription: id, event: event.id })),
  )
  await jobs.sendAll(tx, deliveryJob, await newDeliveries(tx, owed), grouped)
}

const eventsOf = (tx: Statements, ids: number[]) =>
  tx.$queryRaw<{ id: number; type: string; seller_code: string | null }[]>`
    select e.id, e.type, s.seller_code
    from events e left join sellers s on s.id = e.seller_id
    where e.id = any(${arrayLiteral(ids)}::bigint[]) order by e.id`

const activeSubscriptions = (tx: Statements) =>
  tx.$queryRaw<{ id: number; events: string[]; seller_codes: string[] | null }[]>`
    select id, events, seller_codes from webhook_subscriptions where is_active and deleted_at is null order by id`

/** Writes the deliveries that are not there yet and answers what their jobs hold. */
const newDeliveries = (tx: Statements, owed: { subscription: number; event: number }[]) =>
  tx.$queryRaw<DeliveryJob[]>`
    insert into webhook_deliveries (subscription_id, event_id, next_attempt_at)
    select subscription_id, event_id, now()
    from unnest(${arrayLiteral(owed.map(({ subscription }) => subscription))}::int[],
                ${arrayLiteral(owed.map(({ event }) => event))}::bigint[]) as owed(subscription_id, event_id)
    on conflict (subscription_id, event_id) do nothing
    returning id as delivery_id, subscription_id, turn`
