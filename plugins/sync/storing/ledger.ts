import { chunksOf } from '../../../src/domain/chunks.ts'
import { countDays } from '../../../src/domain/facts/count-days.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { auditAll } from '../../../src/platform/http/requests/change.ts'
import type { Push } from '../pushed-feed.ts'
import { countsOf, type Tally } from './tally.ts'

/**
 * Records the counts of a push, in its transaction. The feed's counters come last: all pushes of the feed share
 * their rows, and each waits for the one before from here to its commit.
 */
export async function recordPush(tx: Sql, push: Push, tally: Tally) {
  const { id, request } = push
  const feed = push.feed.name
  const { created, updated, deleted } = tally
  const counts = { ...countsOf(tally), late: tally.late }
  const entry = {
    action: `sync.${feed}`,
    entity: 'feed' as const,
    entity_id: feed,
    after: { push_id: id, ...counts },
  }
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
  if (tally.days.length > 0) await countDays(tx, feed, tally, request.server.env.BUSINESS_TIMEZONE)
}

/** Rejections whose JSON is made without a pause: some megabytes at the most. */
const REJECTIONS_AT_ONCE = 500

/** Keeps rejected records with what is wrong with them: all that a tally has, before others are added to it. */
export async function keepRejections(tx: Sql, { id, request, feed }: Push, { rejections }: Tally) {
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
