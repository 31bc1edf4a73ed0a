import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { RatedCounts, warnOfUnrated } from '../../../src/domain/scores/counted-scores.ts'
import type { Scope } from '../../../src/domain/sellers/scope.ts'
import { pageOfRows } from '../../../src/platform/database/statements/records.ts'
import { withTag } from '../../../src/platform/http/answers/answer-tags.ts'
import { eventStream, streamProgress } from '../../../src/platform/http/answers/progress-stream.ts'
import { notFound } from '../../../src/platform/http/errors/problems.ts'
import { endpoint, withETag } from '../../../src/platform/http/route.ts'
import { type Attempts, NOT_TAKEN, readAttempts } from '../../../src/platform/jobs/queue-queries.ts'
import type { Question } from '../../../src/platform/metrics/metrics.ts'
import {
  CalendarDate,
  count,
  Id,
  Nullable,
  OneOf,
  Period,
  Timestamp,
  warnings,
  wholeList,
} from '../../../src/platform/schemas/schemas.ts'
import { WaitingFor } from '../../../src/runs/waiting-for.ts'
import { isAddedFeed, SCORED, SCORED_FEEDS } from '../../../src/scoring/scored-feeds.ts'
import { findRun, openRunOf, SHOWN, STARTING } from './run-queries.ts'
import { scoringBatch } from './scoring-batch.ts'

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
  last_error: Nullable(Type.String({ examples: ['the database can’t be reached'] }), {
    description: 'Why the last attempt failed that did: the first line of its error',
  }),
  next_try_at: Nullable(Timestamp(), { description: 'When what failed is begun again' }),
  waiting_for: WaitingFor,
})

const params = Type.Object({ id: Id({ description: 'Id of the run' }) })

export const listRuns = endpoint('GET', '/api/sos/runs', 'scores.read', {
  operationId: 'listScoringRuns',
  summary: 'List scoring runs, newest first',
  ...wholeList(Run, {
    period: Type.Optional(Period()),
    status: Type.Optional(RunStatus),
  }),
})(({ server: { db }, query, scope: { am_id, warehouse_id, seller_id } }) =>
  pageOfRows<Run>(db, query, {
    rows: `${SHOWN} where ($4::text is null or r.period = $4) and ($5::text is null or r.status = $5)`,
    values: [am_id, warehouse_id, seller_id, query.period, query.status],
    order: 'id desc',
    name: 'scoring-runs-page',
  }),
)

export const getRun = endpoint('GET', '/api/sos/runs/:id', 'scores.read', {
  operationId: 'getScoringRun',
  summary: 'How far a scoring run is',
  params,
  response: { 200: withETag(Type.Composite([Run, Waiting, Type.Object({ warnings })])) },
})(({ server, scope, params: { id } }, reply) =>
  withTag(reply, server.db, 'scoring_runs', { id }, async () => {
    const run = await knownRun(server, id, scope)
    return { ...run, ...(await waitingOf(server, run)), ...warnOfUnrated(countsOf(run)) }
  }),
)

export const watchRun = endpoint('GET', '/api/sos/runs/:id/progress', 'scores.read', {
  config: { waits: true },
  operationId: 'watchScoringRun',
  summary: 'Watch a scoring run as server-sent events',
  description:
    'One `progress` event with the run for every change, then one named `completed` or `failed`, then the stream ends. A comment is sent every 15 seconds while nothing changes.',
  params,
  response: { 200: eventStream('The data of every event is the run, as the list of runs shows it') },
})(async ({ server, scope, params: { id } }, reply) =>
  streamProgress(server, reply, await knownRun(server, id, scope), {
    find: () => findRun(server.db, id, scope),
    progressOf: ({ status, batches_done }) => `${status} ${batches_done}`,
  }),
)

/** How many scores of a run are rated; the run of a correction has not counted. */
export const countsOf = ({ rated, unrated, unrated_reasons }: Run): RatedCounts => ({
  rated: rated ?? 0,
  unrated: unrated ?? 0,
  unrated_reasons: unrated_reasons ?? [],
})

/** The run, with the codes of sellers in scope. @throws 404 when there is none */
async function knownRun({ db }: FastifyInstance, runId: number, scope: Scope): Promise<Run> {
  const run = await findRun(db, runId, scope)
  if (!run) throw notFound('scoring_run_not_found', `There is no scoring run ${runId}.`)
  return run
}

async function waitingOf({ db }: Pick<FastifyInstance, 'db'>, run: Run) {
  const attempts = await readAttempts(db, [STARTING.name, scoringBatch.name], { run_id: run.id })
  return { ...attempts, waiting_for: run.finished_at ? null : await reasonOf(db, run, attempts) }
}

async function reasonOf(db: FastifyInstance['db'], run: Run, { next_try_at }: Attempts) {
  const open = run.status === 'queued' ? await openRunOf(db, run.period) : undefined
  if (open && open.id !== run.id) return `Run ${open.id} of ${run.period} goes first.`
  if (next_try_at !== null) return `An attempt failed; the next one is due at ${next_try_at}.`
  return run.status === 'queued' ? NOT_TAKEN : null
}

export const RUN_QUESTIONS: Question[] = [
  {
    name: 'sos_runs',
    help: 'Scoring runs by state: queued, running, completed or failed',
    type: 'gauge',
    labels: ['state'],
    sql: `
      select array[state] as labels, count(r.id) as value
      from unnest('{queued,running,completed,failed}'::text[]) state left join scoring_runs r on r.status = state
      group by state`,
  },
  {
    name: 'sos_runs_oldest_open_age_seconds',
    help: 'How long ago the oldest run was asked for that is not finished; 0 without one',
    type: 'gauge',
    labels: [],
    sql: `
      select '{}'::text[] as labels,
             coalesce(greatest(extract(epoch from clock_timestamp() - min(created_at)), 0), 0) as value
      from scoring_runs where status in ('queued', 'running')`,
  },
]
