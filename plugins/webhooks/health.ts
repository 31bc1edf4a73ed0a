import type { Static } from '@sinclair/typebox'
import type { Database } from '../../src/platform/database/database.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { findSubscription } from './queries.ts'
import type { healthRoute } from './replay-schemas.ts'
import { shown } from './subscription-row.ts'
import { found } from './subscriptions.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Health = Static<(typeof healthRoute.schema)['response'][200]>

interface Span {
  id: number
  from: string
  to: string
}

export const health: Handler<typeof healthRoute> = async ({ server, params: { id }, query }) => {
  const { db, clock } = server
  const { to = clock.now().toISOString() } = query
  const { from = new Date(Date.parse(to) - DAY_MS).toISOString() } = query
  if (Date.parse(to) <= Date.parse(from)) throw badRequest('end_before_start', 'to must be later than from')
  const { status, failing_since } = shown(server, found(await findSubscription(db, id), id))
  const [arrived, open, oldest_pending = null, attempts] = await Promise.all([
    arrivals(db, { id, from, to }),
    backlog(db, id),
    oldestPending(db, id),
    attemptsMade(db, { id, from, to }),
  ])
  return { status, from, to, failing_since, ...arrived, ...open, oldest_pending, attempts } as Health
}

/** How many of the events that a subscription wants have been delivered, and where the missing ones are. */
const arrivals = (db: Database, { id, from, to }: Span) =>
  db.row<Pick<Health, 'events' | 'delivered' | 'missing' | 'failed' | 'gaps'>>(
    `with wanted as (
       select e.id, e.seller_id, seller.seller_code, e.sequence, d.status, d.delivered_at is not null as is_delivered,
              row_number() over (partition by e.seller_id order by e.sequence, e.id) as place
       from webhook_subscriptions s
         join events e on e.occurred_at >= greatest($2::timestamptz, s.created_at) and e.occurred_at < $3::timestamptz
         left join sellers seller on seller.id = e.seller_id
         left join webhook_deliveries d on d.subscription_id = s.id and d.event_id = e.id
       where s.id = $1 and webhook_wants(s.events, s.seller_codes, e.type, seller.seller_code)
     ), missing as (
       select *, place - row_number() over (partition by seller_id order by place) as run
       from wanted where not is_delivered
     ), gap as (
       select seller_code, min(sequence) as first_sequence, max(sequence) as last_sequence, count(*) as events
       from missing group by seller_id, seller_code, run order by seller_code, min(place) limit 100
     )
     select count(*) as events, count(*) filter (where is_delivered) as delivered,
            count(*) filter (where not is_delivered) as missing,
            count(*) filter (where status = 'failed') as failed,
            (select coalesce(jsonb_agg(to_jsonb(gap)), '[]') from gap) as gaps
     from wanted`,
    [id, from, to],
    'webhook-arrivals',
  )

/** How many deliveries are still to be made. */
const backlog = (db: Database, id: number) =>
  db.row<Pick<Health, 'pending' | 'held'>>(
    `select count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'held') as held
     from webhook_deliveries where subscription_id = $1 and status in ('pending', 'held')`,
    [id],
    'webhook-backlog',
  )

/** The oldest event that has an attempt to come. */
const oldestPending = (db: Database, id: number) =>
  db.row<NonNullable<Health['oldest_pending']>>(
    `select e.event_id, e.type as event_type, e.occurred_at as timestamp, d.attempt as attempts, d.next_attempt_at
     from webhook_deliveries d join events e on e.id = d.event_id
     where d.subscription_id = $1 and d.status = 'pending' order by d.event_id limit 1`,
    [id],
    'webhook-oldest-pending',
  )

/** How the attempts of a time went. */
const attemptsMade = (db: Database, { id, from, to }: Span) =>
  db.row<Health['attempts']>(
    `select count(*) filter (where status = 'delivered') as delivered,
            count(*) filter (where status = 'failed') as failed,
            percentile_cont(0.5) within group (order by duration_ms) as p50_ms,
            percentile_cont(0.95) within group (order by duration_ms) as p95_ms
     from webhook_attempts
     where subscription_id = $1 and attempted_at >= $2::timestamptz and attempted_at < $3::timestamptz`,
    [id, from, to],
    'webhook-attempts-made',
  )
