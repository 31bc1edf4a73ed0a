import { Type } from '@sinclair/typebox'
import type { Events } from '../../../src/domain/events/events.ts'
import { lockPeriod } from '../../../src/domain/scores/period-lock.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import type { Jobs } from '../../../src/platform/jobs/jobs.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'

/** The data of the job that starts a run. The period is for the log alone. */
export const STARTING = {
  name: 'scoring-run',
  data: Type.Object({ run_id: Id(), period: Type.Optional(Type.String()) }),
} as const

/**
 * Lets the run start that has waited longest for its period, in the transaction that ends the run before it.
 *
 * The race it closes: a run may be asked for while this transaction ends the one that it would wait behind. Whoever
 * opens a run and this take the period's lock, so either the new run sees none open, or this sees it waiting.
 */
export async function startNextRun(jobs: Pick<Jobs, 'send'>, tx: Transaction, period: string) {
  await lockPeriod(tx, period)
  const next = await tx.row<{ run_id: number }>`
    update scoring_runs set open_period = period
    where id = (select min(id) from scoring_runs where period = ${period} and status = 'queued' and open_period is null)
      and not exists (select from scoring_runs where open_period = ${period})
    returning id as run_id`
  if (next) await jobs.send(tx, STARTING, { ...next, period })
}

/** Publishes that a run is completed, at the end of the transaction that completed it. */
export async function publishRunCompleted(events: Events, tx: Transaction, runId: number) {
  const run = await tx.row<object>`
    select id, period, status, sellers_total, sellers_scored, sellers_final, started_at, finished_at
    from scoring_runs where id = ${runId}`
  if (run) await events.publish(tx, [{ type: 'scoring.run_completed', seller_id: null, data: run }])
}
