import { type SchemaOptions, type Static, Type } from '@sinclair/typebox'
import { route } from '../../src/platform/http/route.ts'
import {
  CalendarDate,
  Closed,
  Nullable,
  OneOf,
  Period,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'

const FeedName = (names: string[]) => OneOf(names, { examples: ['orders'] })
const Counted = (description: string, examples: number[]) =>
  Type.Integer({ minimum: 0, description, examples })

/** The name of a feed within that of an operation: CampaignActuals. */
export const inOneWord = (feed: string) =>
  feed.replaceAll(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase())

/** Where each record of a push ends up. */
export const counts = {
  received: Counted('Records that were sent; one of which a mapping makes several counts as so many', [3]),
  created: Counted('New ones', [1]),
  updated: Counted('Known ones that changed', [1]),
  unchanged: Counted('Known as they are, or older than what is known', [0]),
  repeated: Counted(
    'Those beside the one that the other counts name, where several records of a push have one key; the last stands, or the one observed last',
    [0],
  ),
  deleted: Counted('Those that took back what was stored', [0]),
  left_out: Counted('Those that are no facts, as the `only` of a mapping says, and took nothing back', [0]),
  rejected: Counted('Bad ones', [1]),
}

export const Late = () =>
  Counted(
    'Facts created, updated or taken back after the score of their seller was final, in their month or one in which something of them falls due',
    [0],
  )

/** What the rejections of a push are found by. */
export const PushId = (options: SchemaOptions = {}) =>
  Type.String({ format: 'uuid', examples: ['0d5c2f1e-6f5b-4d0c-9a57-3b8f2f4c9e10'], ...options })

export const rejectionsRoute = (feeds: string[]) =>
  route('GET', '/api/sync/rejections', 'sync.read', {
    operationId: 'listSyncRejections',
    summary: 'Records that were not stored, and why',
    description: 'Newest first.',
    querystring: Closed({
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
      ...WholeListQuery,
    }),
    response: {
      200: WholeList(
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
        }),
      ),
    },
  })

export const statusRoute = (feeds: string[]) =>
  route('GET', '/api/sync/status', 'sync.read', {
    operationId: 'getSyncStatus',
    summary: 'What each feed has pushed so far',
    description:
      'Every feed, whether it has pushed or not. Refused atomic pushes count with their bad records only.',
    response: {
      200: Type.Object({
        data: Type.Array(
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
                  'Those that the month counts and that were created, updated or taken back after the score was final',
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
          }),
        ),
      }),
    },
  })
export type RejectionsRoute = ReturnType<typeof rejectionsRoute>
export type RejectionsQuery = Static<RejectionsRoute['schema']['querystring']>
export type RejectionsPage = Static<RejectionsRoute['schema']['response'][200]>
export type StatusRoute = ReturnType<typeof statusRoute>
export type SyncStatus = Static<StatusRoute['schema']['response'][200]>['data']
