import { Type } from '@sinclair/typebox'
import { EVENT_TYPES } from '../../src/domain/events/event-types.ts'
import { route } from '../../src/platform/http/route.ts'
import { Closed, Nullable, OneOf, Success, Timestamp } from '../../src/platform/schemas/schemas.ts'
import { params } from './schemas.ts'

export const testRoute = route('POST', '/api/webhooks/:id/test', 'webhooks.write', {
  operationId: 'testWebhook',
  summary: 'Send a ping',
  description:
    'A webhook.ping goes to this subscription alone, whatever its filter, paused or not. What came of it is in GET /api/webhooks/logs?event_id=….',
  params,
  response: { 200: Type.Composite([Success, Type.Object({ event_id: Type.String({ format: 'uuid' }) })]) },
})

export const replayRoute = route('POST', '/api/webhooks/:id/replay', 'webhooks.write', {
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
    only_failed: Type.Boolean({
      default: false,
      description: 'Only those whose attempts have all failed',
    }),
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
})

const Count = (description: string) => Type.Integer({ description, examples: [0] })

export const healthRoute = route('GET', '/api/webhooks/:id/health', 'webhooks.read', {
  operationId: 'getWebhookHealth',
  summary: 'Is anything missing',
  description:
    'Compares the events that the subscription wants, since it exists, with what was delivered to it. Where `missing` is 0 every event of the time has arrived.',
  params,
  querystring: Closed({
    from: Type.Optional(Timestamp({ description: 'Default: 24 hours ago' })),
    to: Type.Optional(Timestamp({ description: 'Default: now' })),
  }),
  response: {
    200: Type.Object(
      {
        status: OneOf(['active', 'paused', 'disabled'], { examples: ['active'] }),
        from: Timestamp(),
        to: Timestamp(),
        events: Count('Events of the time that the subscription wants'),
        delivered: Count('Of these, how many were delivered'),
        missing: Count('Of these, how many were not: pending, held, failed or never queued'),
        pending: Count('Deliveries with an attempt to come, of any time'),
        held: Count('Deliveries that wait for the subscription to be active again, of any time'),
        failed: Count('Of the time’s events, how many have no attempts left'),
        oldest_pending: Nullable(
          Type.Object({
            event_id: Type.String({ format: 'uuid' }),
            event_type: Type.String({ examples: ['seller.score_finalized'] }),
            timestamp: Timestamp(),
            attempts: Type.Integer({ examples: [1] }),
            next_attempt_at: Nullable(Timestamp()),
          }),
          { description: 'Of any time' },
        ),
        attempts: Type.Object(
          {
            delivered: Count('Attempts that delivered'),
            failed: Count('Attempts that failed'),
            p50_ms: Nullable(Type.Number({ examples: [38] }), { description: 'Median duration' }),
            p95_ms: Nullable(Type.Number({ examples: [120] }), { description: '95 of 100 were quicker' }),
          },
          { description: 'Attempts made in the time' },
        ),
        failing_since: Nullable(Timestamp(), { examples: [null] }),
        gaps: Type.Array(
          Type.Object({
            seller_code: Nullable(Type.String({ examples: ['SELLER-001'] }), {
              description: 'null for events about no seller',
            }),
            first_sequence: Nullable(Type.Integer({ examples: [4] })),
            last_sequence: Nullable(Type.Integer({ examples: [6] })),
            events: Type.Integer({ examples: [2] }),
          }),
          {
            description:
              'Where the missing events are: runs of a seller’s events that the subscription wants and has not got, the first 100',
          },
        ),
      },
      { title: 'WebhookHealth' },
    ),
  },
})
