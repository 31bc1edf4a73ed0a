import type { FastifyInstance } from 'fastify'
import { type Attempts, attemptsOf } from '../../../src/platform/jobs/attempts.ts'
import { isAnyWorkerAlive, NO_WORKER } from '../../../src/platform/jobs/job-status.ts'
import { STARTING } from './next-run.ts'
import { openProgress, type Run } from './run-queries.ts'
import { scoringBatch } from './scoring-batch.ts'

/** How the jobs of a run go, and what it waits for. */
export async function waitingOf(
  { db }: Pick<FastifyInstance, 'db'>,
  run: Run,
): Promise<Attempts & { waiting_for: string | null }> {
  const attempts = await attemptsOf(db, [STARTING.name, scoringBatch.name], { run_id: run.id })
  return { ...attempts, waiting_for: run.finished_at ? null : await reasonOf(db, run, attempts) }
}

async function reasonOf(db: FastifyInstance['db'], run: Run, { next_try_at }: Attempts) {
  if (!(await isAnyWorkerAlive(db))) return NO_WORKER
  const open = run.status === 'queued' ? await openProgress(db, run.period) : undefined
  if (open && open.id !== run.id) return `Run ${open.id} of ${run.period} goes first.`
  return next_try_at === null ? null : `An attempt failed; the next one is due at ${next_try_at}.`
}
