import type { Database } from '../../src/platform/database/database.ts'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import type { Question } from '../../src/platform/metrics/database-values.ts'
import type { RejectionsPage, RejectionsQuery, SyncStatus } from './schemas.ts'

/** One page of rejections and how many match, newest first. Dates are days of the business time zone. */
export const pageOfRejections = (db: Database, timeZone: string, query: RejectionsQuery) =>
  pageOfRows<RejectionsPage['data'][number]>(db, query, {
    rows: `
      select id, push_id, feed, received_at, user_id, position as index, line, record_key as key, error, record
      from sync_rejections
      where ($1::text is null or feed = $1) and ($2::uuid is null or push_id = $2)
        and ($3::text is null or received_at >= case when $3 ~ ':' then $3::timestamptz
                                                     else $3::timestamp at time zone $5 end)
        and ($4::text is null or received_at < case when $4 ~ ':' then $4::timestamptz + interval '1 ms'
                                                    else ($4::date + 1)::timestamp at time zone $5 end)`,
    values: [query.feed, query.push_id, query.from, query.to, timeZone],
    order: 'id desc',
  })

/** The counters of the named feeds, in that order, zeros where a feed has not pushed yet. */
export const statusOfFeeds = (db: Database, feeds: string[]) =>
  db.rows<SyncStatus[number]>(
    `select name as feed, f.last_pushed_at, f.last_user_id, coalesce(f.received, 0) as received,
            coalesce(f.created, 0) as created, coalesce(f.updated, 0) as updated,
            coalesce(f.unchanged, 0) as unchanged, coalesce(f.repeated, 0) as repeated,
            coalesce(f.deleted, 0) as deleted, coalesce(f.left_out, 0) as left_out,
            coalesce(f.rejected, 0) as rejected, coalesce(f.late, 0) as late,
            (select coalesce(json_agg(
                      jsonb_build_object('period', period, 'created', greatest(coalesce(p.created, 0), 0),
                                         'late', coalesce(p.late, 0))
                      || case when r.period is null then '{}'
                              else jsonb_build_object('retention', jsonb_build_object(
                                     'deleted', r.deleted, 'deleted_at', r.deleted_at)) end
                      order by period desc), '[]')
             from (select * from sync_feed_periods where feed = name) p
               full join (select * from retention_deletions where feed = name) r using (period)) as periods
     from unnest($1::text[]) with ordinality as n(name, place) left join sync_feeds f on f.feed = name
     order by place`,
    [feeds],
    'sync-status',
  )

/** What the feeds have pushed, of all processes together. A feed that has never pushed has no numbers. */
export const SYNC_QUESTIONS: Question[] = [
  {
    name: 'sos_sync_lag_seconds',
    help: 'Time since the last push of a feed',
    type: 'gauge',
    labels: ['feed'],
    sql: `
      select array[feed] as labels, greatest(extract(epoch from clock_timestamp() - last_pushed_at), 0) as value
      from sync_feeds`,
  },
  {
    name: 'sos_sync_records_total',
    help: 'Records that feeds have pushed: created, updated, unchanged, repeated, deleted, left_out or rejected',
    type: 'counter',
    labels: ['feed', 'result'],
    sql: `
      select array[feed, result] as labels, value
      from sync_feeds, lateral (values
        ('created', created), ('updated', updated), ('unchanged', unchanged), ('repeated', repeated),
        ('deleted', deleted), ('left_out', left_out), ('rejected', rejected)) as counted(result, value)`,
  },
]
