import { Type } from '@sinclair/typebox'
import type { Sql, Transaction } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { Period } from '../../platform/schemas/schemas.ts'

/**
 * Sent when scores of a period have changed. The account-managers plugin registers the handler.
 * Queued at most once for each period, whatever else of the period is under way.
 */
export const amKpi = {
  name: 'am-kpi',
  data: Type.Object({ period: Period() }),
  queue: { policy: 'short' },
} as const

/**
 * Announces that scores of a period have changed, at the end of the transaction that changed them.
 *
 * The race it closes: the period's one job may be queued already, and be taken before this transaction commits. It
 * would miss what has changed, and no other would come. So all who change scores share a lock until they commit, and
 * the job has the lock for itself while it reads (see afterScoreChanges).
 */
export async function scoresChanged(jobs: Pick<Jobs, 'sendAll'>, tx: Transaction, period: string) {
  await tx.run`select pg_advisory_xact_lock_shared(hashtextextended(${lockOf(period)}, 0))`
  await jobs.sendAll(tx, amKpi, [{ period }], () => ({ singletonKey: period }))
}

/** Waits until every change that this period's job may have been queued for is committed, and keeps others waiting. */
export const afterScoreChanges = (tx: Sql, period: string) =>
  tx.run`select pg_advisory_xact_lock(hashtextextended(${lockOf(period)}, 0))`

const lockOf = (period: string) => `scores of ${period}`
