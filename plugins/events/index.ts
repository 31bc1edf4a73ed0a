import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { EVENT_TYPES, type EventType } from '../../src/domain/events/event-types.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Nullable, OneOf, Timestamp, WholeListQuery } from '../../src/platform/schemas/schemas.ts'

const EventName = OneOf([...EVENT_TYPES], { examples: ['seller.score_finalized'] })

const Event = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The same in every delivery of the event' }),
  type: EventName,
  timestamp: Timestamp(),
  sequence: Nullable(
    Type.Integer({
      description: 'Counts the events of a seller without gaps; null for events of no seller',
      examples: [1],
    }),
  ),
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The object and, where something changed, its previous values',
  }),
})
type Event = Static<typeof Event>

/** What happened, for those who missed a webhook or want none. */
export default async function plugin(app: FastifyInstance) {
  app.route(listEvents)
}

export const listEvents = endpoint('GET', '/api/events', 'events.read', {
  operationId: 'listEvents',
  summary: 'Read the events after a cursor',
  description:
    'The catch-up feed: start without `after`, then pass the `next` of each answer. Every event comes exactly once. Without new events `data` is empty and `next` is the place to ask from again. An event is in the feed when all transactions that began to write before its own have ended: at once as a rule, after seconds while a run reads its facts.',
  querystring: Closed({
    after: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'The `next` of an earlier answer' }),
    ),
    type: Type.Optional(EventName),
    limit: WholeListQuery.limit,
  }),
  response: {
    200: Type.Object({
      data: Type.Array(Event),
      next: Type.String({ description: 'Opaque; what to pass as `after`', examples: ['NzQyLjA'] }),
    }),
  },
})(async ({ server, query: { after, type, limit } }) => {
  const { data, reached } = await eventsAfter(server.db, { position: readCursor(after), type, limit })
  return { data, next: writeCursor(reached) }
})

/** A position in the feed: the writing transaction and the event's number in it, both decimal text. */
interface Position {
  xact: string
  id: string
}

const START: Position = { xact: '0', id: '0' }

export const writeCursor = ({ xact, id }: Position) => Buffer.from(`${xact}.${id}`).toString('base64url')

/** The position that a cursor names; without one, the beginning. @throws 400 for a text that is no cursor */
export function readCursor(cursor: string | undefined): Position {
  if (cursor === undefined) return START
  const [, xact, id] = /^(\d{1,19})\.(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (xact === undefined || id === undefined)
    throw badRequest('invalid_field', 'after must be the `next` of an earlier answer')
  return { xact, id }
}

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
async function eventsAfter(
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
  return { data: found, reached }
}

/** A position never goes back: a cursor may stand above the oldest open transaction already. */
const later = (a: Position, b: Position) => (BigInt(a.xact) >= BigInt(b.xact) ? a : b)
