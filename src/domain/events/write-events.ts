import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../platform/database/database.ts'
import type { EventType } from './event-types.ts'

/** An event to be: `data` holds the object and, where something changed, its previous values; under 20 kB. */
export interface NewEvent {
  type: EventType
  seller_id: number | null
  data: object
}

/** The number of an event's row, by which the service knows it, and the id by which receivers do. */
export interface WrittenEvent {
  id: number
  event_id: string
}

/**
 * Writes events without publishing them, and answers them in the order given, in which `sequence` counts those of a seller
 * without gaps: rows of event_sequences are locked until the transaction ends, in the order of their ids, so two writers
 * never deadlock. Events of one seller keep the order in which they are given.
 */
export async function writeEvents(tx: Transaction, events: NewEvent[]): Promise<WrittenEvent[]> {
  if (events.length === 0) return []
  const given = events.map(({ data, ...event }, position) => ({
    ...event,
    event_id: randomUUID(),
    position,
    data: fittingData(data),
  }))
  const rows = await tx.rows<WrittenEvent>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::json)
        as g(position int, event_id uuid, type text, seller_id int, data json)
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
    order by g.position
    returning id, event_id`
  return rows.sort((a, b) => a.id - b.id)
}

/** The most bytes of JSON that the data of an event takes, so that what is sent of it stays under 20 kB. */
const MOST_BYTES = 19_500

/**
 * The data of an event, without its largest fields as long as it is too large for a webhook; `omitted` then names
 * them, and the receiver finds them in the API.
 */
function fittingData(data: object): object {
  if (sizeOf(data) <= MOST_BYTES) return data
  const bySize = Object.entries(data).sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))
  for (let count = 1; count <= bySize.length; count++) {
    const omitted = bySize.slice(0, count).map(([field]) => field)
    const rest = Object.fromEntries(Object.entries(data).filter(([field]) => !omitted.includes(field)))
    const fitting = { ...rest, omitted }
    if (sizeOf(fitting) <= MOST_BYTES) return fitting
  }
  return { omitted: ['everything'] }
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '')
