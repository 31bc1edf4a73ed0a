import { type Static, Type } from '@sinclair/typebox'
import { EventName } from '../../src/domain/events/event-types.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { pageOfRows, plain } from '../../src/platform/database/statements/records.ts'
import { withTag } from '../../src/platform/http/answers/answer-tags.ts'
import { conflict, notFound } from '../../src/platform/http/errors/problems.ts'
import { change } from '../../src/platform/http/requests/change.ts'
import { endpoint, withETag } from '../../src/platform/http/route.ts'
import {
  Id,
  Model,
  Nullable,
  OneOf,
  Success,
  Timestamp,
  wholeList,
} from '../../src/platform/schemas/schemas.ts'
import { requestDeliveries } from './deliveries.ts'
import { auditSubscription } from './subscription-row.ts'

const EventId = Type.String({
  format: 'uuid',
  description: 'Id of the event, and the webhook-id of its deliveries',
})
const AttemptStatus = OneOf(['delivered', 'failed'], { examples: ['delivered'] })
const Trigger = OneOf(['event', 'replay', 'redeliver', 'test'], {
  description: 'What asked for it',
  examples: ['event'],
})
const Headers = Type.Record(Type.String(), Type.String())
const entryFields = {
  id: Type.Integer({ examples: [1] }),
  subscription_id: Id(),
  event_id: EventId,
  event_type: EventName,
  trigger: Trigger,
  attempt: Type.Integer({
    description: 'Counted from 1 since the event happened or was last asked for',
    examples: [1],
  }),
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
  next_attempt_at: Nullable(Timestamp(), {
    description:
      'When the next one was set to be; how the delivery stands now is said by `delivery` of the detail',
    examples: [null],
  }),
}

/** What the log of one attempt says of the others at its delivery. */
const OF_OTHERS = ['id', 'trigger', 'attempt', 'status', 'attempted_at', 'response_status', 'reason'] as const

const LogEntry = Type.Object(entryFields, { title: 'WebhookAttempt' })
export type LogEntry = Static<typeof LogEntry>

const LogDetail = Model('WebhookAttemptDetail', {
  ...entryFields,
  delivery: Nullable(
    Type.Object({
      id: Type.Integer({ examples: [1] }),
      status: OneOf(['pending', 'held', 'delivered', 'failed'], {
        description:
          'pending: an attempt is due; held: it waits for the subscription to be active again; failed: there are no attempts left',
        examples: ['delivered'],
      }),
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
})
type LogDetail = Static<typeof LogDetail>

const params = Type.Object({ id: Type.Integer({ minimum: 1, description: 'Id of the attempt' }) })

/** The newest first. */
export const listLogs = endpoint('GET', '/api/webhooks/logs', 'webhooks.read', {
  operationId: 'listWebhookLogs',
  summary: 'List attempts, newest first',
  description:
    'One row for every attempt, with what was sent and what was answered. Values of credentials are hidden.',
  ...wholeList(LogEntry, {
    subscription_id: Type.Optional(Id({ description: 'Attempts at this subscription, a deleted one too' })),
    event_type: Type.Optional(EventName),
    event_id: Type.Optional(EventId),
    status: Type.Optional(AttemptStatus),
    from: Type.Optional(Timestamp({ description: 'Attempts at this time or later' })),
    to: Type.Optional(Timestamp({ description: 'Attempts before this time' })),
  }),
})(async ({ server, query }) => {
  const { subscription_id, event_type, event_id, status, from, to } = query
  return pageOfRows<LogEntry>(server.db, query, {
    rows: `
      select * from webhook_attempts
      where ($1::int is null or subscription_id = $1)
        and ($2::text is null or event_type = $2)
        and ($3::uuid is null or delivery_id in (
              select d.id from webhook_subscriptions s
                join webhook_deliveries d on d.subscription_id = s.id
                  and d.event_id = (select id from events where events.event_id = $3))
            and event_id = $3)
        and ($4::text is null or status = $4)
        and ($5::timestamptz is null or attempted_at >= $5)
        and ($6::timestamptz is null or attempted_at < $6)`,
    values: [subscription_id, event_type, event_id, status, from, to],
    order: 'id desc',
  })
})

export const getLog = endpoint('GET', '/api/webhooks/logs/:id', 'webhooks.read', {
  operationId: 'getWebhookLog',
  summary: 'One attempt, with its delivery',
  params,
  response: { 200: withETag(LogDetail) },
})(({ server, params: { id } }, reply) =>
  withTag(reply, server.db, 'webhook_attempts', { id }, () => findLog(server.db, id)),
)

/** Whom and what an attempt was for; `event` is the number of its event's row, null when that is past its time. */
type Attempted = { subscription_id: number; event_id: string; event: number | null; is_deleted: boolean }

export const redeliver = endpoint('POST', '/api/webhooks/logs/:id/redeliver', 'webhooks.write', {
  operationId: 'redeliverWebhook',
  summary: 'Deliver the event of an attempt again',
  description:
    'With the same webhook-id, a fresh timestamp and signature, and all attempts before it; to a paused or disabled subscription too.',
  params,
  response: { 200: Type.Composite([Success, Type.Object({ event_id: EventId })]) },
})(async (request) => {
  const { id } = request.params
  const attempted = await request.server.db.row<Attempted>`
     select a.subscription_id, a.event_id, e.id as event, s.deleted_at is not null as is_deleted
     from webhook_attempts a
       join webhook_subscriptions s on s.id = a.subscription_id
       left join events e on e.event_id = a.event_id
     where a.id = ${id}`
  if (!attempted) throw noAttempt(id)
  const { subscription_id, event_id, event, is_deleted } = attempted
  if (is_deleted)
    throw conflict('subscription_deleted', `The subscription ${subscription_id} of this attempt is deleted.`)
  if (event === null)
    throw conflict('event_expired', 'The event of this attempt is past the time for which it is kept.')
  return change(request, async (tx) => {
    await requestDeliveries(request.server.jobs, tx, subscription_id, [event], 'redeliver')
    const after = { event_id, attempt_id: id }
    await auditSubscription(tx, request, 'webhook.redelivered', subscription_id, { after })
    return { success: true as const, event_id }
  })
})

const noAttempt = (id: number) => notFound('attempt_not_found', `There is no attempt ${id}.`)

/** What is stored of one attempt, of its delivery and of the delivery's other attempts. @throws 404 */
async function findLog({ prisma }: Database, id: number): Promise<LogDetail> {
  const entry = await prisma.webhook_attempt.findUnique({ where: { id } })
  if (!entry) throw noAttempt(id)
  const { delivery_id } = entry
  const omit = { request_headers: true, request_body: true, response_headers: true, response_body: true }
  const [found, attempts] = await Promise.all([
    prisma.webhook_delivery.findUnique({ where: { id: delivery_id } }),
    prisma.webhook_attempt.findMany({ where: { delivery_id }, omit, orderBy: { id: 'asc' } }),
  ])
  const { attempt, ...delivery } = found ?? {}
  return plain({ ...entry, delivery: found && { ...delivery, attempts: attempt }, attempts }) as LogDetail
}
