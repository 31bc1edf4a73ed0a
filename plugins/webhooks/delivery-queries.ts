import { arrayLiteral } from '../../src/platform/database/array-literal.ts'
import type { Sql, Tx } from '../../src/platform/database/database.ts'
import type { DeliveryJob } from './delivery-task.ts'

/**
 * Asks for events to be delivered to a subscription, those that were before too: their deliveries begin anew, with
 * all attempts before them. Answers what the jobs hold that the caller sends.
 */
export const askFor = (
  tx: Tx,
  subscriptionId: number,
  eventIds: number[],
  trigger: 'replay' | 'redeliver' | 'test',
): Promise<DeliveryJob[]> =>
  tx.rows<DeliveryJob>`
    insert into webhook_deliveries as d (subscription_id, event_id, trigger, next_attempt_at)
    select ${subscriptionId}::int, id, ${trigger}, now() from unnest(${eventIds}::bigint[]) as asked(id)
    on conflict (subscription_id, event_id) do update
    set status = 'pending', trigger = excluded.trigger, turn = d.turn + 1, attempt = 0, next_attempt_at = now(),
        settled_at = null
    returning id as delivery_id, subscription_id, turn`

/** Lets deliveries go on that were held while the subscription was not active. */
export const resumeHeld = (tx: Tx, subscriptionId: number): Promise<DeliveryJob[]> =>
  tx.rows<DeliveryJob>`
    update webhook_deliveries set status = 'pending', turn = turn + 1, next_attempt_at = now()
    where subscription_id = ${subscriptionId} and status = 'held'
    returning id as delivery_id, subscription_id, turn`

/** Those of the deliveries of which nothing has been stored yet. */
export const notBegun = (tx: Sql, deliveries: number[]) =>
  tx.rows<DeliveryJob>`
    select id as delivery_id, subscription_id, turn from webhook_deliveries
    where id = any(${arrayLiteral(deliveries)}::bigint[]) and status = 'pending' and turn = 1`
