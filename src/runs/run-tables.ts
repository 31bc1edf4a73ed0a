import type { Static, TSchema } from '@sinclair/typebox'
import { chunksOf } from '../domain/chunks.ts'
import { code } from '../domain/scores/engine.ts'
import type { Sql, Transaction } from '../platform/database/database.ts'
import type { Sendable } from '../platform/jobs/job.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'

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

/** The data of a job of a run: the run by the `key` of its kind, and the batch where the job is of one. */
export type OfBatch = { batch?: number | undefined }

/** The run that a job is of. */
export const runOf = ({ key }: RunTables, data: object) => (data as Record<string, number>)[key] as number

export type RunTables = typeof SCORING_RUNS | typeof BACKTESTS | typeof CORRECTIONS
/** The kinds of runs of which only so many may be open. */
type Bounded = typeof BACKTESTS | typeof CORRECTIONS
/** How many runs are open, behind a lock until the transaction ends: two who ask at once see each other's. */
export async function countOpen(tx: Sql, { runs, isOpen }: Bounded): Promise<number> {
  await tx.run`select pg_advisory_xact_lock(hashtextextended(${`${runs} that are open`}, 0))`
  return tx.value<number>(`select count(*) from ${runs} where ${isOpen}`)
}

/**
 * Locks a run that is queued, until the transaction ends, and answers what is asked of it; undefined when it is not
 * queued any more. So a run is started once: of two transactions that start it one waits here, finds it started and
 * changes nothing, and all that the other has fixed and sent becomes visible together. A transaction that sees one
 * instant and waited here for another to start the run fails with a conflict, and is run again.
 */
export const lockQueued = <Row extends object>(tx: Sql, { runs }: RunTables, id: number, columns: string) =>
  tx.row<Row>(`select ${columns} from ${runs} where id = $1 and status = 'queued' for update`, [id])

/** Sellers of a run that are computed alike, and what is written to each of their batches. */
interface Group {
  seller_ids: number[]
  month?: number
}

/** Splits the sellers of a run into batches of so many, each group apart, and sends their jobs; answers how many. */
export async function splitRun<Data extends TSchema>(
  tx: Transaction,
  jobs: Pick<Jobs, 'sendAll'>,
  { batches, key }: RunTables,
  { of, groups, size, job }: { of: object; groups: Group[]; size: number; job: Sendable<Data> },
): Promise<number> {
  const parts = groups.flatMap((group) =>
    [...chunksOf(group.seller_ids, size)].map((seller_ids) => ({ ...group, seller_ids })),
  )
  const columns = [key, 'batch', ...Object.keys(groups[0] ?? {})].join()
  await tx.run(
    `insert into ${batches} (${columns}) select ${columns} from json_populate_recordset(null::${batches}, $1)`,
    [JSON.stringify(parts.map((part, batch) => ({ ...of, batch, ...part })))],
  )
  await jobs.sendAll(
    tx,
    job,
    parts.map((_, batch) => ({ ...of, batch }) as Static<Data>),
  )
  return parts.length
}

/** What is done to each batch of a run while the run is in one state. */
export interface Round {
  kind: RunTables
  state: 'running' | 'computing' | 'applying'
  /** SQL of a batch's row: that it is still to be done, and what makes it done. */
  isOpen: string
  done: string
}

/** A batch of a scoring run is scored by the code of this process. */
export const scoring = (): Round => ({
  ...{ kind: SCORING_RUNS, state: 'running', isOpen: 'done_at is null' },
  done: `done_at = clock_timestamp(), code = '${code()}'`,
})

/** A batch of a backtest is scored in the month after those that are done. */
export const scoringMonth = ({ months_done }: { months_done: number }): Round => ({
  ...{ kind: BACKTESTS, state: 'running', isOpen: `months_done = ${months_done}` },
  done: 'months_done = months_done + 1',
})

/** A batch of a correction is computed, and applied once a second person has approved. */
export const COMPUTING: Round = {
  ...{ kind: CORRECTIONS, state: 'computing', isOpen: 'computed_at is null' },
  done: 'computed_at = clock_timestamp()',
}
export const APPLYING: Round = {
  ...{ kind: CORRECTIONS, state: 'applying', isOpen: 'applied_at is null' },
  done: 'applied_at = clock_timestamp()',
}

/** Marks a batch done, which locks its row. Answers whether it was still to be done. */
export const markDone = async (tx: Sql, { kind, isOpen, done }: Round, of: OfBatch) =>
  (await tx.run(`update ${kind.batches} set ${done} where ${kind.key} = $1 and batch = $2 and ${isOpen}`, [
    runOf(kind, of),
    of.batch,
  ])) === 1

/** Asks whether a batch is still to be done, and waits for a process that does it now. */
export const isBatchOpen = async (tx: Sql, { kind, isOpen }: Round, of: OfBatch) =>
  (await tx.row(
    `select from ${kind.batches} where ${kind.key} = $1 and batch = $2 and ${isOpen} for update`,
    [runOf(kind, of), of.batch],
  )) !== undefined

type Ending = { from?: string[]; status: 'failed' | 'cancelled' | 'rejected'; error?: string | null }

/** Ends a run that is in one of the states `from` without what it was for. Answers whether it was. */
export async function endRun(
  tx: Sql,
  kind: RunTables,
  id: number,
  { from = ['queued', 'running'], status, error = null }: Ending,
) {
  const ended = await tx.run(
    `update ${kind.runs} set status = $2, ${kind.closed}, error = $3 where id = $1 and status = any($4::text[])`,
    [id, status, error, from],
  )
  return ended === 1
}
