import type { Sql, Tx } from '../../src/platform/database/database.ts'
import { arrayLiteral } from '../../src/platform/database/statements/array-literal.ts'
import type { DeliveryTask } from './delivery-task.ts'
import type { StoredEvent } from './sending/message.ts'

/**
 * Requests deliveries of events to a subscription, of those delivered before too: their deliveries start again, with
 * all attempts before them. Answers the tasks that the caller sends.
 */
export const requestDeliveries = (
  tx: Tx,
  subscriptionId: number,
  eventIds: number[],
  trigger: 'replay' | 'redeliver' | 'test',
): Promise<DeliveryTask[]> =>
  tx.rows<DeliveryTask>`
    insert into webhook_deliveries as d (subscription_id, event_id, trigger, next_attempt_at)
    select ${subscriptionId}::int, id, ${trigger}, now() from unnest(${eventIds}::bigint[]) as requested(id)
    on conflict (subscription_id, event_id) do update
    set status = 'pending', trigger = excluded.trigger, turn = d.turn + 1, attempt = 0, next_attempt_at = now(),
        settled_at = null
    returning id as delivery_id, subscription_id, turn as version`

/** Lets deliveries go on that were held while the subscription was not active. */
export const resumeHeld = (tx: Tx, subscriptionId: number): Promise<DeliveryTask[]> =>
  tx.rows<DeliveryTask>`
    update webhook_deliveries set status = 'pending', turn = turn + 1, next_attempt_at = now()
    where subscription_id = ${subscriptionId} and status = 'held'
    returning id as delivery_id, subscription_id, turn as version`

/** An event with the code of the seller that it is about. */
type EventRow = StoredEvent & { id: number; seller_code: string | null }

export const eventsOf = (tx: Sql, ids: number[]) =>
  tx.rows<EventRow>`
    select e.id, e.event_id, e.type as event_type, e.occurred_at, e.sequence, e.data::text as event_data, s.seller_code
    from events e left join sellers s on s.id = e.seller_id
    where e.id = any(${arrayLiteral(ids)}::bigint[]) order by e.id`

export const activeSubscriptions = (tx: Sql) =>
  tx.rows<{ id: number; events: string[]; seller_codes: string[] | null; max_concurrency: number }>`
    select id, events, seller_codes, max_concurrency
    from webhook_subscriptions where is_active and deleted_at is null order by id`

/** Writes the deliveries that are not there yet; answers their tasks, and the row of the event. */
export const newDeliveries = (tx: Sql, owed: { subscription: number; event: number }[]) =>
  tx.rows<DeliveryTask & { event_id: number }>`
    insert into webhook_deliveries (subscription_id, event_id, next_attempt_at)
    select subscription_id, event_id, now()
    from unnest(${arrayLiteral(owed.map(({ subscription }) => subscription))}::int[],
                ${arrayLiteral(owed.map(({ event }) => event))}::bigint[]) as owed(subscription_id, event_id)
    on conflict (subscription_id, event_id) do nothing
    returning id as delivery_id, subscription_id, turn as version, event_id`
