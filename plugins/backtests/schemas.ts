import { type Static, Type } from '@sinclair/typebox'
import { Amount } from '../../src/domain/field-schemas.ts'
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
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'
import { Report } from './report/report-schemas.ts'

export const params = Type.Object({ id: Id({ description: 'Id of the backtest' }) })
const hash = (description: string) => Type.String({ description, examples: ['9f86d081884c7d65'] })

const Status = OneOf(['queued', 'running', 'completed', 'failed', 'cancelled'], {
  description: 'queued until a worker takes it; a failed one says why in `error`',
  examples: ['completed'],
})
export type BacktestStatus = Static<typeof Status>

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
