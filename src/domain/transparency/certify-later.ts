import { Type } from '@sinclair/typebox'
import type { Transaction } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { Period } from '../../platform/schemas/schemas.ts'
import { scoresChanged } from '../scores/score-changes.ts'

/**
 * Sent when scores of a period became final, or a final one has a new revision. The transparency plugin registers the
 * handler; without a period it looks at all of them, as it does every ten minutes.
 */
export const certify = { name: 'certify', data: Type.Object({ period: Type.Optional(Period()) }) } as const

/**
 * Announces at the end of the transaction that changed them that final scores of a period have changed: they get their
 * leaves, and all that scoresChanged is for. Each transaction sends a job of its own, for one that was queued before could
 * be done by its commit. A job that finds all leaves made costs a look at the period.
 */
export async function finalScoresChanged(jobs: Pick<Jobs, 'sendAll'>, tx: Transaction, period: string) {
  await scoresChanged(jobs, tx, period)
  await jobs.sendAll(tx, certify, [{ period }])
}
