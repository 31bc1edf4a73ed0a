import type { FastifyInstance } from 'fastify'
import { type RatedCounts, warnOfUnrated } from '../../../src/domain/scores/counted-scores.ts'
import type { Scope } from '../../../src/domain/sellers/scope.ts'
import { withTag } from '../../../src/platform/http/answers/answer-tags.ts'
import { streamProgress } from '../../../src/platform/http/answers/progress-stream.ts'
import { notFound } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/route.ts'
import {
  type Attempts,
  attemptsOf,
  isAnyWorkerAlive,
  NO_WORKER,
} from '../../../src/platform/jobs/job-status.ts'
import type { Question } from '../../../src/platform/metrics/database-values.ts'
import { findRun, openRunOf, pageOfRuns, STARTING } from './run-queries.ts'
import type { listRunsRoute, Run, runProgressRoute, runRoute } from './schemas.ts'
import { scoringBatch } from './scoring-batch.ts'

export const listRuns: Handler<typeof listRunsRoute> = ({ server, query, scope }) =>
  pageOfRuns(server.db, query, scope)

export const getRun: Handler<typeof runRoute> = ({ server, scope, params: { id } }, reply) =>
  withTag(reply, server.db, 'scoring_runs', { id }, async () => {
    const run = await knownRun(server, id, scope)
    return { ...run, ...(await waitingOf(server, run)), ...warnOfUnrated(countsOf(run)) }
  })

/** Streams a run's changes until it ends, the caller goes or the server stops. */
export const watchRun: Handler<typeof runProgressRoute> = async ({ server, scope, params: { id } }, reply) =>
  streamProgress(server, reply, await knownRun(server, id, scope), {
    find: () => findRun(server.db, id, scope),
    progressOf: ({ status, batches_done }) => `${status} ${batches_done}`,
  })

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

/** Reads the attempts of the jobs of a run, and the reason why it waits. */
async function waitingOf(
  { db }: Pick<FastifyInstance, 'db'>,
  run: Run,
): Promise<Attempts & { waiting_for: string | null }> {
  const attempts = await attemptsOf(db, [STARTING.name, scoringBatch.name], { run_id: run.id })
  return { ...attempts, waiting_for: run.finished_at ? null : await reasonOf(db, run, attempts) }
}

async function reasonOf(db: FastifyInstance['db'], run: Run, { next_try_at }: Attempts) {
  if (!(await isAnyWorkerAlive(db))) return NO_WORKER
  const open = run.status === 'queued' ? await openRunOf(db, run.period) : undefined
  if (open && open.id !== run.id) return `Run ${open.id} of ${run.period} goes first.`
  return next_try_at === null ? null : `An attempt failed; the next one is due at ${next_try_at}.`
}

/** How the runs stand. */
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
