import { type Static, Type } from '@sinclair/typebox'
import { EVENT_TYPES } from '../../src/domain/events/event-types.ts'
import { route } from '../../src/platform/http/route.ts'
import { Closed, Nullable, OneOf, Timestamp, WholeListQuery } from '../../src/platform/schemas/schemas.ts'

const EventName = OneOf([...EVENT_TYPES], { examples: ['seller.score_finalized'] })

export const Event = Type.Object({
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
export type Event = Static<typeof Event>

export const feedRoute = route('GET', '/api/events', 'events.read', {
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
})
