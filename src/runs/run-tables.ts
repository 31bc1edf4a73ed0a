import type { Sql } from '../platform/database/database.ts'

/** The tables of a kind of run: of its row, of its batches, and the column of these that names the run. */
export const SCORING_RUNS = {
  ...{ runs: 'scoring_runs', batches: 'scoring_batches', key: 'run_id' },
  closed: 'open_period = null, finished_at = clock_timestamp()',
} as const
export const BACKTESTS = {
  ...{ runs: 'backtests', batches: 'backtest_batches', key: 'backtest_id' },
  closed: 'finished_at = clock_timestamp()',
  isOpen: `status in ('queued', 'running')`,
} as const
export const CORRECTIONS = {
  ...{ runs: 'corrections', batches: 'correction_batches', key: 'correction_id' },
  closed: 'open_period = null, finished_at = clock_timestamp()',
  isOpen: 'open_period is not null',
} as const

export type RunTables = typeof SCORING_RUNS | typeof BACKTESTS | typeof CORRECTIONS
/** The kinds of runs of which only so many may be open. */
type Bounded = typeof BACKTESTS | typeof CORRECTIONS
/**
 * How many runs are open. Whoever asks holds a lock until the transaction ends, so that two who ask at once see each
 * other's.
 */
export async function countOpen(tx: Sql, { runs, isOpen }: Bounded): Promise<number> {
  await tx.run`select pg_advisory_xact_lock(hashtextextended(${`${runs} that are open`}, 0))`
  return (await tx.one<{ open: number }>(`select count(*) as open from ${runs} where ${isOpen}`)).open
}

/** A condition: the batch of a row is done. */
export type IsDone = `${'done_at' | 'computed_at' | 'applied_at'} is not null` | `months_done > ${number}`

/**
 * Locks a run that is queued, until the transaction ends, and answers what is asked of it; undefined when it is not
 * queued any more. So a run is started once: of two transactions that start it one waits here, finds it started and
 * changes nothing, and all that the other has fixed and sent becomes visible together. A transaction that sees one
 * instant and waited here for another to start the run fails with a conflict, and is run again.
 */
export const lockQueued = <Row extends object>(tx: Sql, { runs }: RunTables, id: number, columns: string) =>
  tx.row<Row>(`select ${columns} from ${runs} where id = $1 and status = 'queued' for update`, [id])

/** Asks whether a batch is done, and waits for a process that does it now. */
export const isBatchDone = async (
  tx: Sql,
  { batches, key }: RunTables,
  id: number,
  batch: number,
  isDone: IsDone,
): Promise<boolean> =>
  (
    await tx.row<{ done: boolean }>(
      `select ${isDone} as done from ${batches} where ${key} = $1 and batch = $2 for update`,
      [id, batch],
    )
  )?.done === true

/** Ends a run that is in one of the states `from` without what it was for. Answers whether it was. */
export async function endRun(
  tx: Sql,
  kind: RunTables,
  id: number,
  { from = ['queued', 'running'], status, error = null }: RunEnd,
): Promise<boolean> {
  const ended = await tx.run(
    `update ${kind.runs} set status = $2, ${kind.closed}, error = $3 where id = $1 and status = any($4::text[])`,
    [id, status, error, from],
  )
  return ended === 1
}

interface RunEnd {
  from?: string[]
  status: 'failed' | 'cancelled' | 'rejected'
  error?: string | null
}
