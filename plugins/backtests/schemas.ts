import { type Static, type TString, Type } from '@sinclair/typebox'
import { Score } from '../../src/domain/scores/score-schemas.ts'
import {
  Amount,
  Created,
  Id,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Period,
  Success,
  Text,
  Timestamp,
} from '../../src/platform/schemas/schemas.ts'
import { BACKTEST_STATUSES } from './queries.ts'
import { Migration, Mover, Movers, Report } from './report-schemas.ts'

const tags = ['backtests']
const params = Type.Object({ id: Id({ description: 'Id of the backtest' }) })
const count = (description: string, example: number) => Type.Integer({ description, examples: [example] })
const hash = (description: string) => Type.String({ description, examples: ['9f86d081884c7d65'] })

const Status = OneOf([...BACKTEST_STATUSES], {
  description: 'queued until a worker takes it; a failed one says why in `error`',
  examples: ['completed'],
})

const Backtest = Type.Object({
  id: Id(),
  kind: OneOf(['draft'], { description: 'draft: the rules as a draft changes them', examples: ['draft'] }),
  draft_id: Nullable(Id(), { description: 'The draft, which may have changed since' }),
  name: Type.String({ description: 'Of the draft', examples: ['Stricter lateness'] }),
  status: Status,
  from: Period({ description: 'The first month' }),
  to: Period({ description: 'The last month' }),
  bonus_base: Amount({
    description: 'What the percent of an account manager’s band is of',
    examples: [1000],
  }),
  changes_sha256: hash('sha256 of the changes: the draft’s, as long as it has not changed'),
  rules_sha256: hash('sha256 of the rules that were effective in the running month when it was asked for'),
  sellers: Nullable(count('Sellers with a score of these months', 9812), {
    description: 'null while queued',
  }),
  parts_total: Nullable(count('A part is a batch of sellers in one month', 48), {
    description: 'null while queued',
  }),
  parts_done: count('Parts that are stored', 48),
  error: Nullable(Type.String({ examples: ['The database can’t be reached.'] }), {
    description: 'Why it failed',
  }),
  requested_by: Nullable(Type.Integer({ description: 'Id of the user who asked', examples: [1] })),
  created_at: Timestamp(),
  started_at: Nullable(Timestamp()),
  finished_at: Nullable(Timestamp()),
})

const Detail = Type.Composite([
  Backtest,
  Type.Object({
    waiting_for: Nullable(Type.String({ examples: ['No worker is alive: run npm run worker.'] }), {
      description: 'What it waits for, in one sentence; null while it is worked on, and when it has ended',
    }),
    changes: Type.Array(Type.Unknown(), {
      description: 'What the draft changed when it was asked for',
      examples: [[{ type: 'surcharge', op: 'remove', identity: 'payment_block' }]],
    }),
  }),
  Type.Partial(Report),
])
export type Detail = Static<typeof Detail>

export const requestSchema = {
  tags,
  operationId: 'requestBacktest',
  summary: 'Try a draft on past months',
  description:
    'Scores finished months twice, on the facts as of each month’s end as they are known today: by the rules that are effective in the running month, and by these with the draft’s changes. Nothing else is written, no event is published and nobody is charged. 400 for months that are not over, are more than 24, or whose facts retention has deleted; 409 when 20 backtests are queued or running.',
  body: Type.Object(
    {
      kind: Type.Optional(Backtest.properties.kind),
      draft_id: Id({ description: 'The draft' }),
      from: Period({ description: 'The first month', examples: ['2025-06'] }),
      to: Period({ description: 'The last month, which is over', examples: ['2026-05'] }),
      bonus_base: Amount({
        default: 0,
        description: 'What the percent of an account manager’s band is of',
        examples: [1000],
      }),
    },
    { additionalProperties: false },
  ),
  response: { 200: Created },
}

export const listSchema = {
  tags,
  operationId: 'listBacktests',
  summary: 'List backtests, newest first',
  querystring: Type.Object(
    {
      status: Type.Optional(Status),
      draft_id: Type.Optional(Id({ description: 'Only those of a draft' })),
      ...PageQuery,
    },
    { additionalProperties: false },
  ),
  response: { 200: Page(Backtest) },
}

export const getSchema = {
  tags,
  operationId: 'getBacktest',
  summary: 'What a draft would have done',
  description: 'How far the backtest is and, once it is completed, what it found. Kept for 90 days.',
  params,
  response: { 200: Detail },
}

/** A body that is no JSON has another form than the type provider knows; to it this one is a text. */
const EventStream = {
  description: 'The data of every event is the backtest, as the list shows it',
  content: { 'text/event-stream': { schema: Type.String() } },
} as unknown as TString

export const progressSchema = {
  tags,
  operationId: 'watchBacktest',
  summary: 'Watch a backtest as server-sent events',
  description:
    'One `progress` event with the backtest for every change, then one named `completed`, `failed` or `cancelled`, then the stream ends. A comment is sent every 15 seconds while nothing changes.',
  params,
  response: { 200: EventStream },
}

const money = (description: string) => Type.Number({ description, examples: [100] })

const SellerMonth = Type.Object({
  ...Mover.properties,
  am_id: Nullable(Id(), { description: 'The account manager as of the month' }),
  is_rated_before: Type.Boolean({ examples: [true] }),
  is_rated_after: Type.Boolean({ examples: [true] }),
  surcharges_before: money('All that rules bring the seller in the month'),
  surcharges_after: money('The same after the change'),
})
export type SellerMonth = Static<typeof SellerMonth>

export const sellersSchema = {
  tags,
  operationId: 'listBacktestSellers',
  summary: 'List what a backtest found of sellers',
  description: 'By the order of seller codes, then months. 409 while the backtest is not completed.',
  params,
  querystring: Type.Object(
    {
      period: Type.Optional(Period({ description: 'Only this month' })),
      moved: Type.Optional(
        OneOf(['up', 'down', 'none'], {
          description: 'Only scores that came into a tier of a higher or lower rank, or of the same',
          examples: ['down'],
        }),
      ),
      from_tier: Type.Optional(Text(80, { description: 'Only this tier before', examples: ['Gold'] })),
      to_tier: Type.Optional(Text(80, { description: 'Only this tier after', examples: ['Silver'] })),
      ...PageQuery,
    },
    { additionalProperties: false },
  ),
  response: { 200: Page(SellerMonth) },
}
export type SellersQuery = Static<typeof sellersSchema.querystring>

export const compareSchema = {
  tags,
  operationId: 'compareBacktests',
  summary: 'Compare two backtests',
  description:
    'The scores after the change of one beside those of another: `from`, `before` is this backtest’s after, `to`, `after` the other’s. 409 unless both are completed and of the same months and sellers.',
  params,
  querystring: Type.Object(
    { with: Id({ description: 'Id of the other backtest', examples: [10] }) },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object({
      id: Id(),
      with: Id({ examples: [10] }),
      scores: count('Sellers’ months of each', 117_744),
      mean_before: Nullable(Score(), { description: 'Mean total of the scores that both rate' }),
      mean_after: Nullable(Score(), { description: 'The same of the other backtest' }),
      migration: Migration,
      movers: Movers,
    }),
  },
}
export type Comparison = Static<(typeof compareSchema.response)[200]>

export const deleteSchema = {
  tags,
  operationId: 'deleteBacktest',
  summary: 'Cancel or forget a backtest',
  description: 'Cancels one that is queued or running. One that has ended is deleted with all that it found.',
  params,
  response: { 200: Success },
}
