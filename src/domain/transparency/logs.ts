import type { Sql } from '../../platform/database/database.ts'

/**
 * Makes all who append to the log of final scores, or change what its leaves were made of, wait for each other until the
 * transaction ends: the index of a leaf is the size of the log, so two that append at once would fork it.
 */
export const lockLog = (tx: Sql) =>
  tx.run`select pg_advisory_xact_lock(hashtextextended('transparency log scores', 0))`

/** SQL of how many leaves the log has. */
export const LOG_SIZE = `coalesce((select index + 1 from log_nodes where level = 0 order by index desc limit 1), 0)`

/** How many leaves the log has. */
export const sizeOf = (db: Sql) => db.value<number>(`select ${LOG_SIZE}`, [], 'log-size')
