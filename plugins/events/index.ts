import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { EventName } from '../../src/domain/events/event-types.ts'
import { readOnFrom, writeCursor } from '../../src/domain/events/places.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Nullable, Timestamp, WholeListQuery, warnings } from '../../src/platform/schemas/schemas.ts'

/** As answers are written; the documentation has the models of each kind in its place (src/event-documents.ts). */
const Event = Type.Object({
  id: Type.String({ format: 'uuid' }),
  type: EventName,
  timestamp: Timestamp(),
  sequence: Nullable(Type.Integer()),
  data: Type.Record(Type.String(), Type.Unknown()),
})

/** What happened, for those who missed a webhook or want none. */
export default async function plugin(app: FastifyInstance) {
  app.route(listEvents)
}

/**
 * The events after a place in the feed, up to what a reader of now may know, and the place where it then is.
 *
 * A reader can never miss an event that commits late. Events are ordered by the transaction that wrote them
 * (`xact`), and only those are shown whose xact lies below the oldest transaction still open (places.ts). All
 * transactions below it have ended, so all of their events are there already, and every event still to come belongs to
 * a transaction at or above it, whatever its id. When nothing is left below it, the place reached is that transaction
 * itself, so that a filtered reader does not read the same rows again.
 * The price: a transaction that has written and stays open, in any database of the server, holds the feed up until it
 * ends (docs/webhooks.md says when). Ids are no better: they too are taken before the commit.
 */
const listEvents = endpoint('GET', '/api/events', 'events.read', {
  operationId: 'listEvents',
  summary: 'Read the events after a cursor',
  description:
    'The catch-up feed, for as long as events are kept (KEEP_EVENTS_MONTHS): start without `after`, then pass the `next` of each answer. Every event comes exactly once, but all come again where the database was restored, recovered or taken over, which warnings say. Without new events `data` is empty and `next` is the place to ask from again. An event is in the feed when all transactions that began to write before its own have ended: at once as a rule, after seconds while a run reads its facts.',
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
      next: Type.String({
        description: 'Opaque; what to pass as `after`',
        examples: ['c3JQNmJXMDIuNzQyLjA'],
      }),
      warnings,
    }),
  },
})(async ({ server: { db }, query: { after: cursor, type, limit } }) => {
  const { after = BEGINNING, now, warnings } = await readOnFrom(db, 'after', cursor)
  const data = await db.rows<Static<typeof Event> & { xact: string; row_id: string }>(
    `select event_id as id, type, occurred_at as timestamp, sequence, data, xact::text as xact, id::text as row_id
     from events
     where (xact, id) > ($1::xid8, $2::bigint) and xact < $3::xid8 ${type ? 'and type = $5' : ''}
     order by events.xact, events.id limit $4`,
    [after.xact, after.id, now.xact, limit, ...(type ? [type] : [])],
    type ? 'events-of-type-after' : 'events-after',
  )
  const last = data.at(-1)
  const reached = last && data.length === limit ? { ...now, xact: last.xact, id: last.row_id } : now
  return { data, next: writeCursor(reached), ...(warnings.length > 0 && { warnings }) }
})

const BEGINNING = { xact: '0', id: '0' }
