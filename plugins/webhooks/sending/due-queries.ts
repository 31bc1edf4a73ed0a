import type { Database } from '../../../src/platform/database/database.ts'
import type { DeliveryTask } from '../delivery-job.ts'
import type { StoredEvent } from './message.ts'

/** A delivery that is due, with its event. */
export interface Due extends DeliveryTask, StoredEvent {
  /** Attempts made so far. */
  attempt: number
  trigger: 'event' | 'replay' | 'redeliver' | 'test'
}

/** Finds the deliveries that are still pending and have their event, by id. */
export async function findDue(db: Database, ids: number[]): Promise<Map<number, Due>> {
  const rows = await db.rows<Due>(
    `select d.id as delivery_id, d.subscription_id, d.turn as version, d.attempt, d.trigger,
            e.event_id, e.type as event_type, e.occurred_at, e.sequence, e.data::text as event_data
     from webhook_deliveries d join events e on e.id = d.event_id
     where d.id = any($1::bigint[]) and d.status = 'pending'`,
    [ids],
    'webhook-deliveries-due',
  )
  return new Map(rows.map((due) => [due.delivery_id, due]))
}
