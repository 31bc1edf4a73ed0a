import { type Static, Type } from '@sinclair/typebox'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, count, Model, Nullable, OneOf, Timestamp } from '../../src/platform/schemas/schemas.ts'
import { params } from './schemas.ts'
import { findSubscription, shown } from './subscription-row.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const Health = Model('WebhookHealth', {
  status: OneOf(['active', 'paused', 'disabled'], { examples: ['active'] }),
  from: Timestamp({ description: 'From when on events are counted, which may be later than was asked' }),
  to: Timestamp(),
  events: count('Events of the time that the subscription wants', 0),
  delivered: count('Of these, how many were delivered', 0),
  missing: count('Of these, how many were not: pending, held, failed or never queued', 0),
  pending: count('Deliveries with an attempt to come, of any time', 0),
  held: count('Deliveries that wait for the subscription to be active again, of any time', 0),
  failed: count('Of the time’s events, how many have no attempts left', 0),
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
      delivered: count('Attempts that delivered', 0),
      failed: count('Attempts that failed', 0),
      p50_ms: Nullable(Type.Integer({ examples: [38] }), { description: 'Median duration' }),
      p95_ms: Nullable(Type.Integer({ examples: [120] }), { description: '95 of 100 were quicker' }),
    },
    { description: 'Attempts made in the time' },
  ),
  failing_since: Nullable(Timestamp(), { examples: [null] }),
})
type Health = Static<typeof Health>

export const health = endpoint('GET', '/api/webhooks/:id/health', 'webhooks.read', {
  operationId: 'getWebhookHealth',
  summary: 'Is anything missing',
  description:
    'Compares the events that the subscription wants, since it exists and as far back as deliveries are kept (KEEP_DELIVERY_LOG_DAYS), with what was delivered to it. Where `missing` is 0 every event of the time has arrived.',
  params,
  querystring: Closed({
    from: Type.Optional(
      Timestamp({
        description: 'Default: 24 hours ago. What is before the days of KEEP_DELIVERY_LOG_DAYS is left out',
      }),
    ),
    to: Type.Optional(Timestamp({ description: 'Default: now' })),
  }),
  response: {
    200: Health,
  },
})(async ({ server, params: { id }, query }) => {
  const { db, clock, env } = server
  const { to = clock.now().toISOString() } = query
  const end = Date.parse(to)
  const asked = query.from === undefined ? end - DAY_MS : Date.parse(query.from)
  if (end <= asked) throw badRequest('end_before_start', 'to must be later than from')
  const kept = clock.now().getTime() - env.KEEP_DELIVERY_LOG_DAYS * DAY_MS
  const from = new Date(Math.min(end, Math.max(asked, kept))).toISOString()
  const { status, failing_since } = shown(server, await findSubscription(db, id))
  const [arrived, open, oldest_pending = null, attempts] = await Promise.all([
    // How many of the events that the subscription wants have been delivered.
    db.row<Pick<Health, 'events' | 'delivered' | 'missing' | 'failed'>>`
      select count(*) as events, count(d.delivered_at) as delivered, count(*) - count(d.delivered_at) as missing,
              count(*) filter (where d.status = 'failed') as failed
      from webhook_subscriptions s
        join events e on e.occurred_at >= greatest(${from}::timestamptz, s.created_at) and e.occurred_at < ${to}::timestamptz
        left join webhook_deliveries d on d.subscription_id = s.id and d.event_id = e.id
      where s.id = ${id} and webhook_wants(s.events, s.seller_ids, e.type, e.seller_id)`,
    db.row<Pick<Health, 'pending' | 'held'>>`
      select count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'held') as held
      from webhook_deliveries where subscription_id = ${id} and status in ('pending', 'held')`,
    db.row<NonNullable<Health['oldest_pending']>>`
      select e.event_id, e.type as event_type, e.occurred_at as timestamp, d.attempt as attempts, d.next_attempt_at
      from webhook_deliveries d join events e on e.id = d.event_id
      where d.subscription_id = ${id} and d.status = 'pending' order by d.event_id limit 1`,
    db.row<Health['attempts']>`
      select count(*) filter (where status = 'delivered') as delivered,
              count(*) filter (where status = 'failed') as failed,
              percentile_disc(0.5) within group (order by duration_ms) as p50_ms,
              percentile_disc(0.95) within group (order by duration_ms) as p95_ms
      from webhook_attempts
      where subscription_id = ${id} and attempted_at >= ${from}::timestamptz and attempted_at < ${to}::timestamptz`,
  ])
  return { status, from, to, failing_since, ...arrived, ...open, oldest_pending, attempts } as Health
})
