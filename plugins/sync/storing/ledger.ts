import { chunksOf } from '../../../src/domain/chunks.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { auditAll } from '../../../src/platform/http/requests/change.ts'
import type { Push } from '../pushed-feed.ts'
import { countsOf, type Tally } from './tally.ts'

/**
 * Records the result of a push, in its transaction. The feed's counters come last: all pushes of the feed share
 * their rows, and each waits for the one before from here to its commit.
 */
export async function recordPush(tx: Sql, push: Push, tally: Tally) {
  const { id, request } = push
  const feed = push.feed.name
  const { created, updated, deleted } = tally
  const counts = { ...countsOf(tally), late: tally.late }
  await keepRejections(tx, push, tally)
  const entry = { action: `sync.${feed}`, entity: 'feed', entity_id: feed, after: { push_id: id, ...counts } }
  await auditAll(tx, request, created + updated + deleted > 0 ? [entry] : [])
  const names = Object.keys(counts)
  const added = names.map((name) => `${name} = f.${name} + excluded.${name}`)
  await tx.run(
    `insert into sync_feeds as f (feed, last_pushed_at, last_user_id, ${names.join(', ')})
     select $1, clock_timestamp(), $2, ${names.join(', ')} from jsonb_populate_record(null::sync_feeds, $3::jsonb)
     on conflict (feed) do update set
       last_pushed_at = excluded.last_pushed_at, last_user_id = excluded.last_user_id, ${added.join(', ')}`,
    [feed, request.actor.id, JSON.stringify(counts)],
  )
  if (tally.days.length > 0) await countDays(tx, push, tally)
}

/** Rejections whose JSON is made without a pause: some megabytes at the most. */
const REJECTIONS_AT_ONCE = 500

async function keepRejections(tx: Sql, { id, request, feed }: Push, { rejections }: Tally) {
  for (const some of chunksOf(rejections, REJECTIONS_AT_ONCE)) {
    const kept = some.map(({ problems: _, ...rejection }) => rejection)
    await tx.run`
      insert into sync_rejections (push_id, feed, user_id, position, line, record_key, error, record)
      select ${id}::uuid, ${feed.name}, ${request.actor.id}, position, line, key, error, record
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
        r(position int, line int, key text, error text, record jsonb)
      order by position`
  }
}

/**
 * Rows are written in the order of their keys, so that two pushes don't deadlock. A fact is counted as created
 * on the day that it is of now. A record that names no day counts today.
 */
async function countDays(tx: Sql, { request, feed: { name: feed } }: Push, { lateMonths, days }: Tally) {
  const timeZone = request.server.env.BUSINESS_TIMEZONE
  await tx.run`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
        d(day date, received bigint, created bigint, updated bigint, deleted bigint, rejected bigint)
    ), of_day as (
      insert into sync_feed_days as d (feed, fact_date, received, created, updated, deleted, rejected)
      select ${feed}, coalesce(day, (now() at time zone ${timeZone})::date) as the_day, sum(received), sum(created),
             sum(updated), sum(deleted), sum(rejected)
      from given group by the_day order by the_day
      on conflict (feed, fact_date) do update set
        received = d.received + excluded.received, created = d.created + excluded.created,
        updated = d.updated + excluded.updated, deleted = d.deleted + excluded.deleted,
        rejected = d.rejected + excluded.rejected
    ), of_month as (
      select to_char(day, 'YYYY-MM') as period, created - deleted as created, 0 as late from given
      where created <> 0 or deleted > 0
      union all
      select period, 0, late from jsonb_to_recordset(${JSON.stringify(lateMonths)}::jsonb) l(period text, late bigint)
    )
    insert into sync_feed_periods as p (feed, period, created, late)
    select ${feed}, period, sum(created), sum(late) from of_month group by period order by period
    on conflict (feed, period) do update set
      created = p.created + excluded.created, late = p.late + excluded.late`
}
