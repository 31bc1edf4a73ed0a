import type { Statement } from '../../../src/feeds/sums-queries.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { sqlState } from '../../../src/platform/database/connect/sql-state.ts'
import type { Database, Sql } from '../../../src/platform/database/database.ts'

/** The instant that the facts of a run are of. */
export interface RunSnapshot {
  run_id: number
  /** The number of the transaction that reads them. */
  transaction: number
}

/** Keeps the sums of a feed for the batches of a run. */
export const keepSums = (
  tx: Sql,
  { run_id, transaction }: RunSnapshot,
  feed: string,
  { text, values }: Statement,
) =>
  tx.run(
    `insert into run_aggregates (run_id, reading, seller_id, feed, sums)
     select $${values.length + 1}::int, $${values.length + 2}::bigint, seller_id, $${values.length + 3}, to_json(sums)
     from (${text}) sums`,
    [...values, run_id, transaction, feed],
  )

/** A row that is there when all sums of a snapshot are: an unlogged table has all of its rows or none. */
export const completeSums = (tx: Sql, { run_id, transaction }: RunSnapshot) =>
  tx.run`insert into run_aggregates (run_id, reading, seller_id, feed, sums) values (${run_id}, ${transaction}, 0, 'all', '{}')`

/**
 * The sums that were kept for some sellers, those of a seller in one object each time; undefined when they are not
 * there any more.
 */
export async function keptSums(
  db: Sql,
  { run_id, transaction }: RunSnapshot,
  sellers: number[],
): Promise<{ seller_id: number }[] | undefined> {
  const { sums } = await db.one<{ sums: { seller_id?: number }[] }>(
    `select coalesce(json_agg(sums), '[]') as sums from run_aggregates
     where run_id = $1 and reading = $2 and seller_id = any($3::int[])`,
    [run_id, transaction, [0, ...sellers]],
  )
  const rows = sums.filter((row): row is { seller_id: number } => row.seller_id !== undefined)
  return rows.length < sums.length ? rows : undefined
}

/**
 * Forgets the sums of runs that have ended: at once where no run needs any, which leaves no dead rows behind, else one
 * by one. Whoever starts a run holds the table until its run is seen to run (see beginSnapshot), so that none is
 * overlooked here.
 */
export async function forgetSums(db: Database) {
  const isEmpty = await db.bulkTransaction(emptySums, JOB_TRANSACTION).catch((error) => {
    if (sqlState(error.cause) === LOCK_NOT_AVAILABLE) return false
    throw error
  })
  if (!isEmpty)
    await db.bulk.run(
      `delete from run_aggregates where run_id in (select id from scoring_runs where finished_at is not null)`,
    )
}

async function emptySums(tx: Sql): Promise<boolean> {
  await tx.run`lock table run_aggregates in access exclusive mode nowait`
  const needed = await tx.row`select from scoring_runs where status = 'running' limit 1`
  if (!needed) await tx.run`truncate run_aggregates`
  return !needed
}

const LOCK_NOT_AVAILABLE = '55P03'
