import { wants } from '../../../src/delivery/event-filter.ts'
import type { Tx } from '../../../src/platform/database.ts'
import { eventFanOut } from '../../../src/platform/events.ts'
import { defineJob } from '../../../src/platform/jobs.ts'
import { deliveryJob, grouped } from './delivery-job.ts'

/**
 * Makes a delivery and its job for every active subscription that wants one of the events, all in one transaction.
 * It may run twice: subscription and event are unique together, and only a new row gets a job.
 */
export const fanOut = defineJob({
  ...eventFanOut,
  work: { localConcurrency: 2 },
  handler: (app, { events }) =>
    app.db.transaction(async (tx) => {
      const [happened, subscriptions] = [await eventsOf(tx, events), await activeSubscriptions(tx)]
      const owed = happened.flatMap((event) =>
        subscriptions
          .filter((subscription) => wants(subscription, event))
          .map(({ id }) => ({ subscription_id: id, event_id: event.id })),
      )
      await app.jobs.sendAll(tx, deliveryJob, await newDeliveries(tx, owed), grouped)
    }),
})

const eventsOf = (tx: Tx, ids: number[]) =>
  tx.$queryRaw<{ id: number; type: string; seller_code: string | null }[]>`
    select e.id::float8 as id, e.type, s.seller_code
    from events e left join sellers s on s.id = e.seller_id
    where e.id = any(${ids}::bigint[]) order by e.id`

const activeSubscriptions = (tx: Tx) =>
  tx.$queryRaw<{ id: number; events: string[]; seller_codes: string[] | null }[]>`
    select id, events, seller_codes from webhook_subscriptions where is_active and deleted_at is null order by id`

/** Writes the deliveries that are not there yet and answers what their jobs hold. */
const newDeliveries = (tx: Tx, owed: { subscription_id: number; event_id: number }[]) =>
  tx.$queryRaw<{ delivery_id: number; subscription_id: number; turn: number }[]>`
    insert into webhook_deliveries (subscription_id, event_id, next_attempt_at)
    select subscription_id, event_id, now()
    from jsonb_to_recordset(${JSON.stringify(owed)}::jsonb) as o(subscription_id int, event_id bigint)
    on conflict (subscription_id, event_id) do nothing
    returning id::float8 as delivery_id, subscription_id, turn`
