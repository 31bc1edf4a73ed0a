import { type Static, Type } from '@sinclair/typebox'
import { RatedCounts } from '../../../src/domain/scores/counted-scores.ts'
import { BeforeContract, IsRated, Total } from '../../../src/domain/scores/score-record.ts'
import { eventStream } from '../../../src/platform/http/answers/progress-stream.ts'
import { route, withETag } from '../../../src/platform/http/route.ts'
import {
  ByQuery,
  CalendarDate,
  Closed,
  count,
  Id,
  Nullable,
  OneOf,
  Period,
  readAs,
  Text,
  Timestamp,
  WholeList,
  WholeListQuery,
  warnings,
} from '../../../src/platform/schemas/schemas.ts'
import { isAddedFeed, SCORED, SCORED_FEEDS } from '../../../src/scoring/scored-feeds.ts'

/** One name is a list of one, and a number is an id. */
const readNames = (value: unknown) => {
  if (Number.isInteger(value) || (typeof value === 'string' && value.trim() !== '')) return [String(value)]
  return Array.isArray(value) ? value.map((name) => (Number.isInteger(name) ? String(name) : name)) : value
}

export const RunStatus = OneOf(['queued', 'running', 'completed', 'failed'], {
  description:
    'queued until a worker takes the run, and while it waits behind another run of the period; a failed run says why in `error`',
  examples: ['completed'],
})
export type RunStatus = Static<typeof RunStatus>

export const FeedsInUse = Type.Object(
  Object.fromEntries(
    SCORED_FEEDS.map((feed) => {
      const InUse = Type.Boolean({ examples: [true] })
      return [feed, isAddedFeed(SCORED[feed]) ? Type.Optional(InUse) : InUse]
    }),
  ),
  { description: 'Whether any seller had a fact of the feed that the month’s metrics read' },
)

const COUNTED = 'Of those scored, without those before their contract; null for the run of a correction'

export const Run = Type.Object({
  id: Id(),
  period: Period(),
  status: RunStatus,
  seller_codes: Nullable(Type.Array(Type.String(), { examples: [['S-1001']] }), {
    description:
      'The sellers that it is of; null for all active ones. An account manager sees the own among them; the counts are of all',
  }),
  requested_by: Nullable(
    Type.Integer({ description: 'Id of the user who asked first; null for the nightly one', examples: [1] }),
  ),
  requested_by_name: Nullable(
    Type.String({ description: 'Name of that user; null for the nightly one', examples: ['Petra Novak'] }),
  ),
  created_at: Timestamp(),
  started_at: Nullable(Timestamp()),
  finished_at: Nullable(Timestamp()),
  as_of: Nullable(
    Timestamp({ description: 'What happened later had not happened yet for this run; null while queued' }),
  ),
  as_of_date: Nullable(CalendarDate({ description: 'The last day that counts' })),
  feeds_in_use: Nullable(FeedsInUse),
  batches_total: Nullable(count('null while queued', 5)),
  batches_done: count('Batches whose scores are stored', 5),
  sellers_total: Nullable(count('Active sellers when the run started; null while queued', 10000)),
  sellers_scored: count(
    'Sellers whose score was written so far. A month may have more scores that are not final: those of sellers who are not active any more',
    9990,
  ),
  sellers_final: count(
    'Sellers left out so far because their score is final, or an appeal has revised it',
    10,
  ),
  rated: Nullable(RatedCounts.rated, { description: COUNTED }),
  unrated: Nullable(RatedCounts.unrated, { description: COUNTED }),
  unrated_reasons: Nullable(RatedCounts.unrated_reasons, {
    description: 'Why sellers are unrated, the most frequent reason first',
  }),
  error: Nullable(Type.String({ description: 'Why the run failed' })),
  correction_id: Nullable(Id({ examples: [7] }), {
    description:
      'The correction of the month whose scores it is of; null for every run that calculates a month',
  }),
})
export type Run = Static<typeof Run>

const Waiting = Type.Object({
  attempts: count('How often the part of it was begun that was begun most often; 0 a day after its end', 1),
  last_error: Nullable(Type.String({ examples: ['The database can’t be reached.'] }), {
    description: 'Why the last attempt failed that did, in one sentence',
  }),
  next_try_at: Nullable(Timestamp(), { description: 'When what failed is begun again' }),
  waiting_for: Nullable(Type.String({ examples: ['No worker is alive: run npm run worker.'] }), {
    description: 'What the run waits for, in one sentence; null while it is worked on, and when it has ended',
  }),
})

const Calculation = Type.Object({
  period: Period(),
  sellers_scored: count('Sellers whose score was written', 1),
  results: Type.Array(
    Type.Object({
      seller_id: Type.String({ description: 'The seller’s code', examples: ['SELLER-001'] }),
      seller_code: Type.String({
        description: 'The same, as all other answers call it',
        examples: ['SELLER-001'],
      }),
      total_sos: Total(),
      is_rated: IsRated,
      tier: Type.String({ description: 'Name of the tier', examples: ['Silver'] }),
      grace: Type.Boolean({ examples: [false] }),
      before_contract: BeforeContract,
    }),
    { description: 'The scores that the run wrote, in the order of seller codes' },
  ),
  sellers_final: count('Sellers left out because their score is final, or an appeal has revised it', 0),
  ...RatedCounts,
  run_id: Id(),
  warnings,
})
export type Calculation = Static<typeof Calculation>

const QueuedCalculation = Type.Object(
  {
    run_id: Id(),
    status: RunStatus,
    href: Type.String({ description: 'Where the run’s progress is', examples: ['/api/sos/runs/1'] }),
  },
  { description: 'With `Prefer: respond-async`: the run was started or joined' },
)
export type QueuedCalculation = Static<typeof QueuedCalculation>

export const calculateRoute = route('POST', '/api/sos/monthly/calculate', 'scores.calculate', {
  config: { waits: true },
  operationId: 'calculateScores',
  summary: 'Score all active sellers for a period',
  description:
    'Starts a scoring run of the period and answers when it is done. It joins an unfinished run of the same sellers, and waits until one of other sellers has ended: a period has one run at a time. Scores that are final, or that an approved appeal has revised, stay as they are. With `Prefer: respond-async` it answers 202 at once. 409 when retention has deleted facts of the month. 503 when the run makes no progress for CALCULATE_WAIT_SECONDS; the run goes on by itself and the sentence holds its id.',
  headers: Type.Object({
    prefer: Type.Optional(
      Type.String({ description: '`respond-async`: don’t wait for the run', examples: ['respond-async'] }),
    ),
  }),
  querystring: Closed(ByQuery),
  body: Closed({
    period: Period({ description: 'The month to score, YYYY-MM; not in the future' }),
    seller_codes: Type.Optional(
      readAs(
        Type.Array(Text(100), {
          minItems: 1,
          maxItems: 10_000,
          description:
            'Codes or ids of active sellers: only these are scored, and the scores of others stay. Left out: all active sellers',
          examples: [['S-1001', 'S-1002']],
        }),
        readNames,
      ),
    ),
  }),
  response: { 200: Calculation, 202: QueuedCalculation },
})

export const listRunsRoute = route('GET', '/api/sos/runs', 'scores.read', {
  operationId: 'listScoringRuns',
  summary: 'List scoring runs, newest first',
  querystring: Closed({
    period: Type.Optional(Period()),
    status: Type.Optional(RunStatus),
    ...WholeListQuery,
  }),
  response: { 200: WholeList(Run) },
})

const params = Type.Object({ id: Id({ description: 'Id of the run' }) })

export const runRoute = route('GET', '/api/sos/runs/:id', 'scores.read', {
  operationId: 'getScoringRun',
  summary: 'How far a scoring run is',
  params,
  response: { 200: withETag(Type.Composite([Run, Waiting, Type.Object({ warnings })])) },
})

export const runProgressRoute = route('GET', '/api/sos/runs/:id/progress', 'scores.read', {
  config: { waits: true },
  operationId: 'watchScoringRun',
  summary: 'Watch a scoring run as server-sent events',
  description:
    'One `progress` event with the run for every change, then one named `completed` or `failed`, then the stream ends. A comment is sent every 15 seconds while nothing changes.',
  params,
  response: { 200: eventStream('The data of every event is the run, as the list of runs shows it') },
})
