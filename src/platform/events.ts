import { randomUUID } from 'node:crypto'
import type { Tx } from './database.ts'
import type { EventType } from './event-types.ts'

export { EVENT_TYPES, type EventType } from './event-types.ts'

/** An event to be: `data` holds the object and, where something changed, its previous values; under 20 kB. */
export interface NewEvent {
  type: EventType
  seller_id: number | null
  data: object
}

/** Writes one event in the caller's transaction. See publishAll. */
export const publish = (tx: Tx, event: NewEvent) => publishAll(tx, [event])

/**
 * Writes events in the caller's transaction, so that a committed change always has its events and a rolled-back
 * one never does. `sequence` counts the events of a seller without gaps: the seller's row of event_sequences is
 * locked until the transaction ends, and rows are locked in the order of their ids, so two writers never
 * deadlock. Events of one seller keep the order in which they are given.
 */
export async function publishAll(tx: Tx, events: NewEvent[]) {
  if (events.length === 0) return
  const rows = events.map((event, position) => ({ ...event, event_id: randomUUID(), position }))
  await tx.$executeRaw`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g(position int, event_id uuid, type text, seller_id int, data jsonb)
    ), counted as (
      insert into event_sequences (seller_id, last)
      select seller_id, count(*) from given where seller_id is not null group by seller_id order by seller_id
      on conflict (seller_id) do update set last = event_sequences.last + excluded.last
      returning seller_id, last
    )
    insert into events (event_id, type, seller_id, sequence, data)
    select g.event_id, g.type, g.seller_id,
           c.last - count(*) over (partition by g.seller_id)
                  + row_number() over (partition by g.seller_id order by g.position),
           g.data
    from given g left join counted c using (seller_id)
    order by g.position`
}
