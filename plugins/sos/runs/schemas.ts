import { type Static, type TString, Type } from '@sinclair/typebox'
import { Score } from '../../../src/domain/scores/score-schemas.ts'
import { RatedCounts } from '../../../src/domain/scores/unrated.ts'
import { withETag } from '../../../src/platform/http/entity-tag.ts'
import { readAs } from '../../../src/platform/schemas/lenient.ts'
import {
  CalendarDate,
  Id,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Period,
  Text,
  Timestamp,
  warnings,
} from '../../../src/platform/schemas/schemas.ts'
import { FEEDS } from '../../../src/scoring/components.ts'
import { RUN_STATUSES } from './run-queries.ts'

const tags = ['sos']

/** One name is a list of one, and a number is an id. */
const readNames = (value: unknown) => {
  if (Number.isInteger(value) || (typeof value === 'string' && value.trim() !== '')) return [String(value)]
  return Array.isArray(value) ? value.map((name) => (Number.isInteger(name) ? String(name) : name)) : value
}

export const RunStatus = OneOf([...RUN_STATUSES], {
  description:
    'queued until a worker takes the run, and while it waits behind another run of the period; a failed run says why in `error`',
  examples: ['completed'],
})

export const FeedsInUse = Type.Object(
  Object.fromEntries(FEEDS.map((feed) => [feed, Type.Boolean({ examples: [true] })])),
  { description: 'Whether any seller had a fact of the feed that the month’s metrics read' },
)

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] })

const Run = Type.Object({
  id: Id(),
  period: Period(),
  status: RunStatus,
  seller_codes: Nullable(Type.Array(Type.String(), { examples: [['S-1001']] }), {
    description: 'The sellers that it is of; null for all active ones',
  }),
  requested_by: Nullable(
    Type.Integer({ description: 'Id of the user who asked first; null for the nightly one', examples: [1] }),
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
  sellers_scored: count('Sellers whose score was written so far', 9990),
  sellers_final: count(
    'Sellers left out so far because their score is final, or an appeal has revised it',
    10,
  ),
  rated: Nullable(RatedCounts.rated, { description: 'Of those scored; null for runs of release 0.1.0' }),
  unrated: Nullable(RatedCounts.unrated, { description: 'Of those scored; null for runs of release 0.1.0' }),
  unrated_reasons: Nullable(RatedCounts.unrated_reasons, {
    description: 'Why sellers are unrated, the most frequent reason first',
  }),
  error: Nullable(Type.String({ description: 'Why the run failed' })),
  correction_id: Nullable(Id({ examples: [7] }), {
    description:
      'The correction of the month whose scores it is of; null for every run that calculates a month',
  }),
})

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
      total_sos: Score(),
      tier: Type.String({ description: 'Name of the tier', examples: ['Silver'] }),
      grace: Type.Boolean({ examples: [false] }),
    }),
    { description: 'The scores that the run wrote, in the order of seller codes' },
  ),
  sellers_final: count('Sellers left out because their score is final, or an appeal has revised it', 0),
  // An answer that an Idempotency-Key repeats may be of release 0.1.0, which did not count them.
  ...Type.Partial(Type.Object(RatedCounts)).properties,
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

export const calculateSchema = {
  tags,
  operationId: 'calculateScores',
  summary: 'Score all active sellers for a period',
  description:
    'Starts a scoring run of the period and answers when it is done. It joins an unfinished run of the same sellers, and waits until one of other sellers has ended: a period has one run at a time. Scores that are final, or that an approved appeal has revised, stay as they are. With `Prefer: respond-async` it answers 202 at once. 409 when retention has deleted facts of the month. 503 when the run makes no progress for CALCULATE_WAIT_SECONDS; the run goes on by itself and the sentence holds its id.',
  headers: Type.Object({
    prefer: Type.Optional(
      Type.String({ description: '`respond-async`: don’t wait for the run', examples: ['respond-async'] }),
    ),
  }),
  body: Type.Object(
    {
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
    },
    { additionalProperties: false },
  ),
  response: { 200: Calculation, 202: QueuedCalculation },
}

export const listRunsSchema = {
  tags,
  operationId: 'listScoringRuns',
  summary: 'List scoring runs, newest first',
  querystring: Type.Object(
    { period: Type.Optional(Period()), status: Type.Optional(RunStatus), ...PageQuery },
    { additionalProperties: false },
  ),
  response: { 200: Page(Run) },
}

const params = Type.Object({ id: Id({ description: 'Id of the run' }) })

export const runSchema = {
  tags,
  operationId: 'getScoringRun',
  summary: 'How far a scoring run is',
  params,
  response: { 200: withETag(Type.Composite([Run, Waiting, Type.Object({ warnings })])) },
}

/** A body that is no JSON has another form than the type provider knows; to it this one is a text. */
const EventStream = {
  description: 'The data of every event is the run, as the list of runs shows it',
  content: { 'text/event-stream': { schema: Type.String() } },
} as unknown as TString

export const runProgressSchema = {
  tags,
  operationId: 'watchScoringRun',
  summary: 'Watch a scoring run as server-sent events',
  description:
    'One `progress` event with the run for every change, then one named `completed` or `failed`, then the stream ends. A comment is sent every 15 seconds while nothing changes.',
  params,
  response: { 200: EventStream },
}
