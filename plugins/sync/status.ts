import { type Static, Type } from '@sinclair/typebox'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import type { Question } from '../../src/platform/metrics/metrics.ts'
import {
  CalendarDate,
  Nullable,
  OneOf,
  Period,
  Timestamp,
  wholeList,
} from '../../src/platform/schemas/schemas.ts'
import { COUNTS, Counted, counts, Late, PushId } from './push-schemas.ts'

const RESULTS = COUNTS.filter((name) => name !== 'received')

const FeedName = (names: string[]) => OneOf(names, { examples: ['orders'] })

const Rejection = (feeds: string[]) =>
  Type.Object({
    id: Type.Integer({ examples: [1] }),
    push_id: Nullable(PushId(), {
      description: 'The push that it came with; null where it came before pushes had one',
    }),
    feed: FeedName(feeds),
    received_at: Timestamp(),
    user_id: Nullable(Type.Integer(), { description: 'Who pushed it', examples: [1] }),
    index: Type.Integer({ description: 'Its place in the push, from 0', examples: [17] }),
    line: Nullable(Type.Integer(), {
      description:
        'Where it begins in the file, from 1; null where it came as JSON, in which `index` is its place',
      examples: [19],
    }),
    key: Nullable(Type.String(), { examples: ['S-1001/ORD-100234'] }),
    error: Type.String({ examples: ['units must be at least 0'] }),
    record: Type.Unknown({
      description:
        'As it was sent; the beginning of its text where it is no JSON or large; null where nothing of it could be kept',
    }),
  })
type Rejection = Static<ReturnType<typeof Rejection>>

/** One page of rejections and how many match, newest first. */
export const listRejections = (feeds: string[]) =>
  endpoint('GET', '/api/sync/rejections', 'sync.read', {
    operationId: 'listSyncRejections',
    summary: 'Records that were not stored, and why',
    description: 'Newest first.',
    ...wholeList(Rejection(feeds), {
      feed: Type.Optional(FeedName(feeds)),
      push_id: Type.Optional(PushId({ description: 'Of one push, as its answer names it' })),
      from: Type.Optional(
        Type.Union([CalendarDate(), Timestamp()], {
          description: 'Received then or later: a timestamp, or a date in the business time zone',
        }),
      ),
      to: Type.Optional(
        Type.Union([CalendarDate(), Timestamp()], {
          description: 'Received then or earlier: a timestamp, or a date, all of which counts',
        }),
      ),
    }),
  })(({ server, query }) =>
    pageOfRows<Rejection>(server.db, query, {
      rows: `
      select id, push_id, feed, received_at, user_id, position as index, line, record_key as key, error, record
      from sync_rejections
      where ($1::text is null or feed = $1) and ($2::uuid is null or push_id = $2)
        and ($3::text is null or received_at >= case when $3 ~ ':' then $3::timestamptz
                                                     else $3::timestamp at time zone $5 end)
        and ($4::text is null or received_at < case when $4 ~ ':' then $4::timestamptz + interval '1 ms'
                                                    else ($4::date + 1)::timestamp at time zone $5 end)`,
      values: [query.feed, query.push_id, query.from, query.to, server.env.BUSINESS_TIMEZONE],
      order: 'id desc',
    }),
  )

const FeedStatus = (feeds: string[]) =>
  Type.Object({
    feed: FeedName(feeds),
    last_pushed_at: Nullable(Timestamp()),
    last_user_id: Nullable(Type.Integer(), { examples: [1] }),
    ...counts,
    late: Late(),
    periods: Type.Array(
      Type.Object({
        period: Period(),
        created: Counted('Facts of the month, without those taken back or deleted by retention', [1]),
        late: Counted(
          'Those that the month counts, or did before an update, and that were created, updated or taken back after the score was final',
          [0],
        ),
        retention: Type.Optional(
          Type.Object(
            {
              deleted: Counted('Facts that the month’s scores count', [1200]),
              deleted_at: Timestamp({ description: 'When the last of them was' }),
            },
            {
              description:
                'Facts that were deleted because they were past their time (KEEP_FACTS_MONTHS). A month of which any feed says so can’t be calculated any more; absent where nothing was deleted',
            },
          ),
        ),
      }),
      { description: 'Newest first' },
    ),
  })
type FeedStatus = Static<ReturnType<typeof FeedStatus>>

/** The counters of the named feeds, in that order, zeros where a feed has not pushed yet. */
export const getStatus = (feeds: string[]) =>
  endpoint('GET', '/api/sync/status', 'sync.read', {
    operationId: 'getSyncStatus',
    summary: 'What each feed has pushed so far',
    description:
      'Every feed, whether it has pushed or not. Refused atomic pushes count with their bad records only.',
    response: { 200: Type.Object({ data: Type.Array(FeedStatus(feeds)) }) },
  })(async ({ server }) => ({
    data: await server.db.rows<FeedStatus>(
      `select name as feed, last_pushed_at, last_user_id,
            ${[...COUNTS, 'late'].map((count) => `coalesce(f.${count}, 0) as ${count}`).join(', ')},
            (select coalesce(json_agg(
                      jsonb_build_object('period', period, 'created', greatest(coalesce(p.created, 0), 0),
                                         'late', coalesce(p.late, 0))
                      || case when r.period is null then '{}'
                              else jsonb_build_object('retention', jsonb_build_object(
                                     'deleted', r.deleted, 'deleted_at', log_instant(r.deleted_at))) end
                      order by period desc), '[]')
             from (select * from sync_feed_periods where feed = name) p
               full join (select * from retention_deletions where feed = name) r using (period)) as periods
     from unnest($1::text[]) with ordinality as n(name, place) left join sync_feeds f on f.feed = name
     order by place`,
      [feeds],
      'sync-status',
    ),
  }))

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
      from sync_feeds, lateral (values ${RESULTS.map((result) => `('${result}', ${result})`).join(', ')}) as counted(result, value)`,
  },
]
