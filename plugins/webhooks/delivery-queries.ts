import type { Database, Sql, Tx } from '../../src/platform/database/database.ts'
import { arrayLiteral } from '../../src/platform/database/statements/arrays.ts'
import type { DeliveryTask } from './delivery-job.ts'

/**
 * Writes a delivery for every active subscription that wants one of the events, where there is none yet; answers their
 * tasks. The lock lets no subscription be paused or deleted until they are there.
 */
export const newDeliveries = (tx: Sql, events: number[]) =>
  tx.rows<DeliveryTask>`
    with active as (
      select id, events, seller_codes from webhook_subscriptions
      where is_active and deleted_at is null order by id for key share
    )
    insert into webhook_deliveries (subscription_id, event_id, next_attempt_at)
    select s.id, e.id, now()
    from events e left join sellers seller on seller.id = e.seller_id
      join active s on webhook_wants(s.events, s.seller_codes, e.type, seller.seller_code)
    where e.id = any(${arrayLiteral(events)}::bigint[]) order by e.id
    on conflict (subscription_id, event_id) do nothing
    returning id as delivery_id, subscription_id, turn as version`

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

/**
 * Holds a delivery while its subscription is not active, under a lock: who resumes it moves those that are held by then
 * and no others. Answers how many are held: none when it has been resumed meanwhile.
 */
export const holdDelivery = (db: Sql, { delivery_id, subscription_id, version }: DeliveryTask) =>
  db.run`
    with inactive as (
      select id from webhook_subscriptions
      where id = ${subscription_id} and not is_active and deleted_at is null for no key update
    )
    update webhook_deliveries d set status = 'held', turn = turn + 1, next_attempt_at = null
    from inactive where d.id = ${delivery_id} and d.turn = ${version} and d.status = 'pending'`

/** Lets deliveries go on that were held while the subscription was not active. */
export const resumeHeld = (tx: Tx, subscriptionId: number): Promise<DeliveryTask[]> =>
  tx.rows<DeliveryTask>`
    update webhook_deliveries set status = 'pending', turn = turn + 1, next_attempt_at = now()
    where subscription_id = ${subscriptionId} and status = 'held'
    returning id as delivery_id, subscription_id, turn as version`

/** The subscriptions that are not deleted, each of which has a queue. */
export const queuesOf = (db: Database) =>
  db.rows<{ id: number; at_a_time: number }>(
    'select id, max_concurrency as at_a_time from webhook_subscriptions where deleted_at is null',
    [],
    'webhook-queues',
  )

/** Ends the deliveries of a subscription that is deleted; what is under way and arrives is delivered all the same. */
export const failOpen = (db: Sql, subscriptionId: number) =>
  db.run`
    update webhook_deliveries set status = 'failed', next_attempt_at = null, settled_at = now()
    where subscription_id = ${subscriptionId} and status in ('pending', 'held')`

/** The next pending deliveries, each with the time of its next attempt. */
export const pendingAfter = (tx: Sql, id: number, limit: number) =>
  tx.rows<DeliveryTask & { next_attempt_at: string | null }>`
    select d.id as delivery_id, d.subscription_id, d.turn as version, d.next_attempt_at
    from webhook_deliveries d join webhook_subscriptions s on s.id = d.subscription_id and s.deleted_at is null
    where d.id > ${id} and d.status = 'pending' order by d.id limit ${limit}`
