import { arrayLiteral } from '../../src/platform/database/array-literal.ts'
import type { Sql, Tx } from '../../src/platform/database/database.ts'
import type { DeliveryTask } from './delivery-task.ts'

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

/** Those of the deliveries of which nothing has been stored yet. */
export const notBegun = (tx: Sql, deliveries: number[]) =>
  tx.rows<DeliveryTask>`
    select id as delivery_id, subscription_id, turn as version from webhook_deliveries
    where id = any(${arrayLiteral(deliveries)}::bigint[]) and status = 'pending' and turn = 1`
