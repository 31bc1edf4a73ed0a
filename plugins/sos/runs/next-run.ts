import { Type } from '@sinclair/typebox'
import type { Transaction } from '../../../src/platform/database/database.ts'
import type { Jobs } from '../../../src/platform/jobs/jobs.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { openNextRun } from './run-queries.ts'

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
  const next = await openNextRun(tx, period)
  if (next !== undefined) await jobs.send(tx, STARTING, { run_id: next, period })
}
