import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/database/database.ts'

/** The logs that there are: of final scores, and of the rows of the audit log. */
export const LOGS = ['scores', 'audit'] as const
export type LogName = (typeof LOGS)[number]

/** What a log is called in its checkpoints, and its keys with it. */
export const originOf = ({ LOG_ORIGIN }: Pick<Env, 'LOG_ORIGIN'>, log: LogName) =>
  log === 'scores' ? LOG_ORIGIN : `${LOG_ORIGIN}/audit`

/**
 * Makes all who append to a log, or change what its leaves were made of, wait for each other until the transaction
 * ends: the index of a leaf is the size of the log, so two that append at once would fork it.
 */
export const lockLog = (tx: Sql, log: LogName) =>
  tx.run`select pg_advisory_xact_lock(hashtextextended(${`transparency log ${log}`}, 0))`

/** How many leaves a log has. */
export async function sizeOf(db: Sql, log: LogName): Promise<number> {
  const { size } = await db.one<{ size: number }>(
    `select coalesce((select index + 1 from log_nodes where log = $1 and level = 0 order by index desc limit 1), 0) as size`,
    [log],
    'log-size',
  )
  return size
}
