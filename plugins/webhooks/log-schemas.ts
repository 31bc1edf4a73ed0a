import { type Static, Type } from '@sinclair/typebox'
import { EVENT_TYPES } from '../../src/domain/events/event-types.ts'
import { route, withETag } from '../../src/platform/http/route.ts'
import {
  Closed,
  Id,
  Nullable,
  OneOf,
  Success,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'

const EventName = OneOf([...EVENT_TYPES], { examples: ['seller.score_finalized'] })
const EventId = Type.String({
  format: 'uuid',
  description: 'Id of the event, and the webhook-id of its deliveries',
})
const AttemptStatus = OneOf(['delivered', 'failed'], { examples: ['delivered'] })
const DeliveryStatus = OneOf(['pending', 'held', 'delivered', 'failed'], {
  description:
    'pending: an attempt is due; held: it waits for the subscription to be active again; failed: there are no attempts left',
  examples: ['delivered'],
})
const Trigger = OneOf(['event', 'replay', 'redeliver', 'test'], {
  description: 'What asked for it',
  examples: ['event'],
})
const Headers = Type.Record(Type.String(), Type.String())
const attemptNumber = Type.Integer({
  description: 'Counted from 1 since the event happened or was last asked for',
  examples: [1],
})

const entryFields = {
  id: Type.Integer({ examples: [1] }),
  subscription_id: Id(),
  event_id: EventId,
  event_type: EventName,
  trigger: Trigger,
  attempt: attemptNumber,
  status: AttemptStatus,
  attempted_at: Timestamp(),
  duration_ms: Type.Integer({ examples: [38] }),
  url: Type.String({ examples: ['https://example.com/hooks'] }),
  address: Nullable(Type.String({ examples: ['93.184.215.14'] }), {
    description: 'What was dialled; null when nothing was',
  }),
  response_status: Nullable(Type.Integer({ examples: [204] }), { description: 'null when no answer came' }),
  reason: Type.String({
    description: 'What came of it, in words',
    examples: ['The receiver answered 204 (No Content).'],
  }),
  key_ids: Type.Array(Type.String(), {
    description: 'The secrets it was signed with, the newest first',
    examples: [['key_3f2a90c1b7de']],
  }),
  request_headers: Headers,
  request_body: Type.String({
    description: 'The bytes that were signed and sent; at most 16 KiB are kept',
    examples: ['{"id":"…","type":"seller.score_finalized"}'],
  }),
  response_headers: Nullable(Headers),
  response_body: Nullable(Type.String({ examples: [''] }), { description: 'At most 16 KiB are kept' }),
  next_attempt_at: Nullable(Timestamp(), { examples: [null] }),
}

/** What the log of one attempt says of the others at its delivery. */
export const OF_OTHERS = [
  'id',
  'trigger',
  'attempt',
  'status',
  'attempted_at',
  'response_status',
  'reason',
] as const

const LogEntry = Type.Object(entryFields, { title: 'WebhookAttempt' })
export type LogEntry = Static<typeof LogEntry>

const LogDetail = Type.Object(
  {
    ...entryFields,
    explanation: Type.String({
      description: 'What was signed and dialled, what came of it, and what follows',
      examples: [
        'Attempt 1 of 10, for the event itself. Signed with key_3f2a90c1b7de over webhook-id, webhook-timestamp and the body. Dialled 93.184.215.14. The receiver answered 204 (No Content). The delivery is done.',
      ],
    }),
    signed: Nullable(
      Type.Object({
        algorithm: Type.String({ examples: ['HMAC-SHA256'] }),
        content: Type.String({
          description: 'The text that is signed: webhook-id, webhook-timestamp and body, joined by dots',
        }),
        key_ids: Type.Array(Type.String()),
        signature: Type.String({ examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] }),
      }),
      { description: 'null when nothing was signed, and when the log kept less than the whole body' },
    ),
    delivery: Nullable(
      Type.Object({
        id: Type.Integer({ examples: [1] }),
        status: DeliveryStatus,
        trigger: Trigger,
        attempts: Type.Integer({ description: 'Made since it was last asked for', examples: [1] }),
        next_attempt_at: Nullable(Timestamp(), { examples: [null] }),
        created_at: Timestamp(),
        settled_at: Nullable(Timestamp()),
      }),
      { description: 'How the delivery stands now; null when it is past the days for which it is kept' },
    ),
    attempts: Type.Array(Type.Pick(Type.Object(entryFields), [...OF_OTHERS]), {
      description: 'All attempts at the delivery, oldest first',
    }),
  },
  { title: 'WebhookAttemptDetail' },
)
export type LogDetail = Static<typeof LogDetail>

const LogQuery = Closed({
  subscription_id: Type.Optional(Id({ description: 'Attempts at this subscription, a deleted one too' })),
  webhook_id: Type.Optional(Id({ description: 'The same as subscription_id' })),
  event_type: Type.Optional(EventName),
  event_id: Type.Optional(EventId),
  status: Type.Optional(AttemptStatus),
  from: Type.Optional(Timestamp({ description: 'Attempts at this time or later' })),
  to: Type.Optional(Timestamp({ description: 'Attempts before this time' })),
  ...WholeListQuery,
})

const params = Type.Object({ id: Type.Integer({ minimum: 1, description: 'Id of the attempt' }) })

export const listLogsRoute = route('GET', '/api/webhooks/logs', 'webhooks.read', {
  operationId: 'listWebhookLogs',
  summary: 'List attempts, newest first',
  description:
    'One row for every attempt, with what was sent and what was answered. Values of credentials are hidden.',
  querystring: LogQuery,
  response: { 200: WholeList(LogEntry) },
})

export const getLogRoute = route('GET', '/api/webhooks/logs/:id', 'webhooks.read', {
  operationId: 'getWebhookLog',
  summary: 'One attempt, explained',
  params,
  response: { 200: withETag(LogDetail) },
})

export const redeliverRoute = route('POST', '/api/webhooks/logs/:id/redeliver', 'webhooks.write', {
  operationId: 'redeliverWebhook',
  summary: 'Deliver the event of an attempt again',
  description:
    'With the same webhook-id, a fresh timestamp and signature, and all attempts before it; to a paused or disabled subscription too.',
  params,
  response: { 200: Type.Composite([Success, Type.Object({ event_id: EventId })]) },
})
