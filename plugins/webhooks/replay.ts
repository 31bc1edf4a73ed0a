import { type Static, Type } from '@sinclair/typebox'
import { EVENT_TYPES } from '../../src/domain/events/event-types.ts'
import { type WrittenEvent, writeEvents } from '../../src/domain/events/write-events.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { change } from '../../src/platform/http/requests/change.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { Closed, Id, OneOf, Success, Timestamp } from '../../src/platform/schemas/schemas.ts'
import { requestDeliveries } from './deliveries.ts'
import { params } from './schemas.ts'
import { auditSubscription, lockSubscription } from './subscription-row.ts'

export const replay = endpoint('POST', '/api/webhooks/:id/replay', 'webhooks.write', {
  operationId: 'replayWebhook',
  summary: 'Deliver past events again',
  description:
    'All events of a time that the subscription’s filter lets through, with the webhook-id they always had; also those of a time in which it was paused, disabled or not yet there, and to a paused or disabled subscription too. They stand behind events that happen meanwhile.',
  params,
  body: Closed({
    since: Timestamp({ description: 'Events at this time or later' }),
    until: Type.Optional(
      Timestamp({
        description: 'Events before this time. Default: now',
        examples: ['2026-10-31T18:30:00.000Z'],
      }),
    ),
    event_types: Type.Optional(
      Type.Array(OneOf([...EVENT_TYPES]), {
        minItems: 1,
        description: 'Of the types that the subscription asks for, these alone',
        examples: [['seller.score_finalized']],
      }),
    ),
    only_failed: Type.Boolean({ default: false, description: 'Only those whose attempts have all failed' }),
    dry_run: Type.Boolean({
      default: false,
      description: 'Count the events only: nothing is delivered',
      examples: [false],
    }),
  }),
  response: {
    200: Type.Composite([
      Success,
      Type.Object({
        events: Type.Integer({ description: 'How many are delivered again, or would be', examples: [120] }),
      }),
    ]),
  },
})(async (request) => {
  const { id } = request.params
  const {
    since,
    until = request.server.clock.now().toISOString(),
    event_types = null,
    only_failed,
    dry_run,
  } = request.body
  if (Date.parse(until) <= Date.parse(since))
    throw badRequest('end_before_start', 'until must be later than since')
  const range = { subscription_id: id, since, until, event_types, only_failed, after: 0 }
  return change(request, async (tx) => {
    await lockSubscription(tx, id)
    const [events = 0] = await read(tx, range, 'count(*)')
    if (dry_run) return { success: true as const, events }
    await request.server.jobs.send(tx, webhookReplay, range)
    const after = { since, until, event_types, only_failed, events }
    await auditSubscription(tx, request, 'webhook.replayed', id, { after })
    return { success: true as const, events }
  })
})

/** Sends a ping to one subscription. */
export const testSubscription = endpoint('POST', '/api/webhooks/:id/test', 'webhooks.write', {
  operationId: 'testWebhook',
  summary: 'Send a ping',
  description:
    'A webhook.ping goes to this subscription alone, whatever its filter, paused or not. What came of it is in GET /api/webhooks/logs?event_id=….',
  params,
  response: { 200: Type.Composite([Success, Type.Object({ event_id: Type.String({ format: 'uuid' }) })]) },
})((request) =>
  change(request, async (tx) => {
    const { id } = request.params
    const { name } = await lockSubscription(tx, id)
    const data = { subscription: { id, name }, message: 'This is a test.' }
    const [ping] = await writeEvents(tx, [{ type: 'webhook.ping', seller_id: null, data }])
    const { id: event, event_id } = ping as WrittenEvent
    await requestDeliveries(request.server.jobs, tx, id, [event], 'test')
    await auditSubscription(tx, request, 'webhook.tested', id, { after: { event_id } })
    return { success: true as const, event_id }
  }),
)

const EVENTS_AT_ONCE = 1_000

/** What a replay is of: the events of a time that a subscription wants, those after the event row `after`. */
const Range = Type.Object({
  subscription_id: Id(),
  since: Timestamp(),
  until: Timestamp(),
  event_types: Type.Union([Type.Array(Type.String()), Type.Null()]),
  only_failed: Type.Boolean(),
  after: Type.Integer(),
})
type Range = Static<typeof Range>

const read = (tx: Tx, range: Range, what: string, rest = '') =>
  tx.column<number>(
    `select ${what}
     from webhook_subscriptions s
       join events e on e.id > $6 and e.occurred_at >= $2::timestamptz and e.occurred_at < $3::timestamptz
       left join webhook_deliveries d on d.subscription_id = s.id and d.event_id = e.id
     where s.id = $1 and s.deleted_at is null
       and webhook_wants(s.events, s.seller_ids, e.type, e.seller_id)
       and ($4::text[] is null or e.type = any($4::text[])) and (not $5::boolean or d.status = 'failed') ${rest}`,
    [range.subscription_id, range.since, range.until, range.event_types, range.only_failed, range.after],
  )

/**
 * Asks for one stretch of past events to be delivered again, and sends itself for the next, so that no transaction
 * grows with the range. `after` is the last event row that is done. When a run is repeated because its process died
 * between its transaction and the end of its job, events of a stretch are sent twice, with the same `webhook-id`.
 */
export const webhookReplay = defineJob({
  name: 'webhook-replay',
  data: Range,
  handler: (app, range) =>
    app.db.transaction(async (tx) => {
      const events = await read(tx, range, 'e.id', `order by e.id limit ${EVENTS_AT_ONCE}`)
      await requestDeliveries(app.jobs, tx, range.subscription_id, events, 'replay')
      const after = events.at(-1)
      if (events.length === EVENTS_AT_ONCE && after !== undefined)
        await app.jobs.send(tx, webhookReplay, { ...range, after })
    }, JOB_TRANSACTION),
})
