import { type Static, Type } from '@sinclair/typebox'
import { Amount } from '../../src/domain/field-schemas.ts'
import { Score } from '../../src/domain/scores/score-schemas.ts'
import { eventStream } from '../../src/platform/http/answers/progress-stream.ts'
import { route } from '../../src/platform/http/route.ts'
import {
  Closed,
  Created,
  count,
  Id,
  Nullable,
  OneOf,
  Period,
  Success,
  Text,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'
import { Migration, Mover, Movers, Report } from './report/report-schemas.ts'

const params = Type.Object({ id: Id({ description: 'Id of the backtest' }) })
const hash = (description: string) => Type.String({ description, examples: ['9f86d081884c7d65'] })

const Status = OneOf(['queued', 'running', 'completed', 'failed', 'cancelled'], {
  description: 'queued until a worker takes it; a failed one says why in `error`',
  examples: ['completed'],
})

const Backtest = Type.Object({
  id: Id(),
  draft_id: Id({ description: 'The draft, which may have changed since' }),
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
  requested_by: Nullable(Type.Integer({ examples: [1] }), {
    description: 'Id of the user who asked; null where that is not known',
  }),
  created_at: Timestamp(),
  started_at: Nullable(Timestamp()),
  finished_at: Nullable(Timestamp()),
})
export type Backtest = Static<typeof Backtest>

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

export const requestRoute = route('POST', '/api/backtests', 'drafts.write', {
  operationId: 'requestBacktest',
  summary: 'Try a draft on past months',
  description:
    'Scores finished months twice, on the facts as of each month’s end as they are known today: by the rules that are effective in the running month, and by these with the draft’s changes. Nothing else is written, no event is published and nobody is charged. 400 for months that are not over, are more than 24, have no scores, or whose facts retention has deleted; 409 when 20 backtests are queued or running.',
  body: Closed({
    draft_id: Id({ description: 'The draft' }),
    from: Period({ description: 'The first month', examples: ['2025-06'] }),
    to: Period({ description: 'The last month, which is over', examples: ['2026-05'] }),
    bonus_base: Amount({
      default: 0,
      description: 'What the percent of an account manager’s band is of',
      examples: [1000],
    }),
  }),
  response: { 200: Created },
})

export const listRoute = route('GET', '/api/backtests', 'model.read', {
  operationId: 'listBacktests',
  summary: 'List backtests, newest first',
  querystring: Closed({
    status: Type.Optional(Status),
    draft_id: Type.Optional(Id({ description: 'Only those of a draft' })),
    ...WholeListQuery,
  }),
  response: { 200: WholeList(Backtest) },
})

export const getRoute = route('GET', '/api/backtests/:id', 'model.read', {
  config: { answersTag: true },
  operationId: 'getBacktest',
  summary: 'What a backtest found',
  description:
    'How far the backtest is and, once it is completed, what it found. Kept for 90 days, and for ever when a draft was adopted on it.',
  params,
  response: { 200: Detail },
})

export const progressRoute = route('GET', '/api/backtests/:id/progress', 'model.read', {
  config: { waits: true },
  operationId: 'watchBacktest',
  summary: 'Watch a backtest as server-sent events',
  description:
    'One `progress` event with the backtest for every change, then one named `completed`, `failed` or `cancelled`, then the stream ends. A comment is sent every 15 seconds while nothing changes.',
  params,
  response: { 200: eventStream('The data of every event is the backtest, as the list shows it') },
})

export const deleteRoute = route('DELETE', '/api/backtests/:id', 'drafts.write', {
  operationId: 'deleteBacktest',
  summary: 'Cancel or forget a backtest',
  description:
    'Cancels one that is queued or running. One that has ended is deleted with all that it found, but not one that a draft was adopted on: 409.',
  params,
  response: { 200: Success },
})

const money = (description: string) => Type.Number({ description, examples: [100] })

const why = (description: string, example: string) =>
  Nullable(Type.String({ examples: [example] }), {
    description: `${description}. null for a score that keeps its tier, and in backtests of earlier releases`,
  })

const Untouched = OneOf(['appeal', 'inactive'], {
  description:
    'Why no calculation reaches the score, so that the change would not either: an appeal has decided it, or the seller is not active. Both sides are the stored score then, and the report leaves it out',
  examples: ['appeal'],
})
export type Untouched = Static<typeof Untouched>

const SellerMonth = Type.Object({
  ...Mover.properties,
  company_name: Type.String({ examples: ['Nordlicht GmbH'] }),
  am_id: Nullable(Id(), { description: 'The account manager as of the month' }),
  is_rated_before: Type.Boolean({ examples: [true] }),
  is_rated_after: Type.Boolean({ examples: [true] }),
  surcharges_before: money('All that rules bring the seller in the month'),
  surcharges_after: money('The same after the change'),
  why_before: why(
    'Why it had its tier before and not the next one up',
    'Gold: 4.1 points short of the 80 of Platinum.',
  ),
  why_after: why(
    'Why it has its tier after the change and not the next one up',
    'Silver: Operations (58.2) is below the 60 that Gold needs in every component.',
  ),
  untouched: Nullable(Untouched, {
    description: `${Untouched.description}. null for all others`,
  }),
})
export type SellerMonth = Static<typeof SellerMonth>

export const sellersRoute = route('GET', '/api/backtests/:id/sellers', 'model.read', {
  config: { reads: 'sums' },
  operationId: 'listBacktestSellers',
  summary: 'List what a backtest found of sellers',
  description: '409 while the backtest is not completed.',
  params,
  querystring: Closed({
    period: Type.Optional(Period({ description: 'Only this month' })),
    moved: Type.Optional(
      OneOf(['up', 'down', 'none'], {
        description:
          'Only scores that came into a higher or lower tier, as in tier_rises and tier_drops, or into neither; none that is untouched',
        examples: ['down'],
      }),
    ),
    surcharges_differ: Type.Optional(
      Type.Boolean({
        description:
          'Only scores that bring other surcharges after the change, or only those that bring the same; none that is untouched',
      }),
    ),
    from_tier: Type.Optional(Text(80, { description: 'Only this tier before', examples: ['Gold'] })),
    to_tier: Type.Optional(Text(80, { description: 'Only this tier after', examples: ['Silver'] })),
    sort: OneOf(['seller_code', 'delta', 'surcharges'], {
      description:
        'By what the list is sorted: by seller code and month, or by how far the total or the surcharges move, the farthest first',
      default: 'seller_code',
    }),
    ...WholeListQuery,
  }),
  response: { 200: WholeList(SellerMonth) },
})

export const compareRoute = route('GET', '/api/backtests/:id/compare', 'model.read', {
  config: { reads: 'sums', answersTag: true },
  operationId: 'compareBacktests',
  summary: 'Compare two backtests',
  description:
    'The scores after the change of one beside those of another: `from`, `before` is this backtest’s after, `to`, `after` the other’s. 409 unless both are completed and of the same months and sellers.',
  params,
  querystring: Closed({ with: Id({ description: 'Id of the other backtest', examples: [10] }) }),
  response: {
    200: Type.Object({
      id: Id(),
      with: Id({ examples: [10] }),
      scores: Type.Integer({
        description: 'Sellers’ months of each, without those that one of them leaves untouched',
        examples: [117_744],
      }),
      mean_before: Nullable(Score(), { description: 'Mean total of the scores that both rate' }),
      mean_after: Nullable(Score(), { description: 'The same of the other backtest' }),
      migration: Migration,
      movers: Movers,
    }),
  },
})
export type Comparison = Static<(typeof compareRoute.schema.response)[200]>
