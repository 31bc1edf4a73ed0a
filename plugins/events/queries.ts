import type { EventType } from '../../src/domain/events/event-types.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Position } from './cursor.ts'
import type { Event } from './schemas.ts'

type Row = { xmin: string } & ({ id: null } | (Event & { xact: string; row_id: string }))

/**
 * The events after a position in the feed, and the position up to which the reader then knows all of them.
 *
 * A reader can never miss an event that commits late. Events are ordered by the transaction that wrote them
 * (`xact`), and only those are shown whose xact lies below the oldest transaction still open when the statement
 * looks (transaction_horizon). All transactions below it have ended, so all of their events are there already, and
 * every event still to come belongs to a transaction at or above it, whatever its id. When nothing is left below
 * it, the position reached is that transaction itself, so that a filtered reader does not read the same rows again.
 * The price: a transaction that has written and stays open, in any database of the server, holds the feed up until it
 * ends, such as the one in which a run reads. No cut above its xact is safe, whatever the order of the events it has
 * shown so far: it may still write an event, which gets that xact. Ids are no better: they too are taken before the
 * commit, so that a reader would have to know the open transactions that have taken one, which only a lock by each
 * could tell.
 */
export async function eventsAfter(
  db: Database,
  { position, type, limit }: { position: Position; type?: EventType; limit: number },
): Promise<{ data: Event[]; reached: Position }> {
  const rows = await db.rows<Row>(
    `select horizon.xmin::text as xmin, e.*
     from (select transaction_horizon() as xmin offset 0) horizon
     left join lateral (
       select event_id as id, type, occurred_at as timestamp, sequence, data, xact::text as xact, id::text as row_id
       from events
       where (xact, id) > ($1::xid8, $2::bigint) and xact < horizon.xmin and ($3::text is null or type = $3)
       order by events.xact, events.id limit $4) e on true`,
    [position.xact, position.id, type, limit],
    'events-after',
  )
  const found = rows.filter((row) => row.id !== null)
  const last = found.at(-1)
  const reached =
    last && found.length === limit
      ? { xact: last.xact, id: last.row_id }
      : later(position, { xact: rows[0]?.xmin ?? '0', id: '0' })
  return {
    data: found.map(({ id, type, timestamp, sequence, data }) => ({ id, type, timestamp, sequence, data })),
    reached,
  }
}

/** A position never goes back: a cursor may stand above the oldest open transaction already. */
const later = (a: Position, b: Position) => (BigInt(a.xact) >= BigInt(b.xact) ? a : b)
