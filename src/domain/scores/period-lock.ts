import type { Sql } from '../../platform/database/database.ts'

/**
 * Makes everybody who opens or ends a run of the period, finalizes the whole period, or deletes facts that its scores
 * count, wait for each other until the transaction ends. Without it a run could open after finalize has looked for
 * one, and the period would become final half with the scores of before and half with those of the new run; or after
 * retention has looked for one, and would be computed from what is left. Of several periods the earliest comes first.
 */
export const lockPeriod = (tx: Sql, period: string) =>
  tx.run`select pg_advisory_xact_lock(hashtextextended(${`scoring of ${period}`}, 0))`
