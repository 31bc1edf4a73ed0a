import type { Database, Sql, Transaction, Tx } from '../../../src/platform/database/database.ts'
import { offsetOf } from '../../../src/platform/database/page.ts'
import { plain } from '../../../src/platform/database/record.ts'
import type { FeedsInUse } from '../../../src/scoring/components.ts'

export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/** A scoring run as it is shown; its rules are read where they are needed. */
export interface Run {
  id: number
  period: string
  status: RunStatus
  requested_by: number | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  as_of: string | null
  as_of_date: string | null
  feeds_in_use: FeedsInUse | null
  batches_total: number | null
  batches_done: number
  sellers_total: number | null
  sellers_scored: number
  sellers_final: number
  error: string | null
}

/** How the error of a run begins that could not start because of its configuration. */
export const UNUSABLE_RULES = "The configuration can't be used: "

/** The notification that wakes those who wait for a run. */
export const runChannel = (runId: number) => `scoring-run:${runId}`

/** Wakes those who wait for a run, when the transaction commits. */
export const announceRun = (tx: Sql, runId: number) =>
  tx.run`select pg_notify('sos_notifications', ${runChannel(runId)})`

const SHOWN = {
  id: true,
  period: true,
  status: true,
  requested_by: true,
  created_at: true,
  started_at: true,
  finished_at: true,
  as_of: true,
  as_of_date: true,
  feeds_in_use: true,
  batches_total: true,
  batches_done: true,
  sellers_total: true,
  sellers_scored: true,
  sellers_final: true,
  error: true,
} as const satisfies Record<keyof Run, true>

/** The run with this id, or null. */
export const findRun = async ({ prisma }: Database, id: number) =>
  plain(await prisma.scoring_run.findUnique({ where: { id }, select: SHOWN })) as Run | null

/** One page of runs, newest first, and how many there are. */
export async function pageOfRuns(
  { prisma }: Database,
  query: { period?: string; status?: RunStatus; page: number; limit: number },
) {
  const { period, status, page, limit } = query
  const where = { period, status }
  const newest = { orderBy: { id: 'desc' }, skip: offsetOf(query), take: limit, select: SHOWN } as const
  const [runs, total] = await Promise.all([
    prisma.scoring_run.findMany({ where, ...newest }),
    prisma.scoring_run.count({ where }),
  ])
  return { data: plain(runs) as Run[], total, page, limit }
}

/**
 * Makes everybody who opens a run of the period, or finalizes the whole period, wait for each other until the
 * transaction ends. Without it a run could open after finalize has looked for one, and the period would become
 * final half with the scores of before and half with those of the new run.
 */
export const lockPeriod = (tx: Tx, period: string) =>
  tx.run`select pg_advisory_xact_lock(hashtextextended(${`scoring of ${period}`}, 0))`

/** The id of the period's open run, or undefined. */
export async function openRunOf(tx: Tx, open_period: string): Promise<number | undefined> {
  const run = await tx.prisma.scoring_run.findUnique({ where: { open_period }, select: { id: true } })
  return run?.id
}

/**
 * Opens a run of the period, or finds the one that is open: open_period is unique, so that of two callers one
 * opens it and the other joins.
 */
export async function openRun(
  tx: Tx,
  period: string,
  userId: number,
): Promise<{ id: number; joined: boolean }> {
  await lockPeriod(tx, period)
  const open = await openRunOf(tx, period)
  if (open !== undefined) return { id: open, joined: true }
  const { id } = await tx.prisma.scoring_run.create({
    data: { period, open_period: period, requested_by: userId },
    select: { id: true },
  })
  return { id, joined: false }
}

/** Ends an open run with a reason and makes room for the period's next one. Answers whether it was open. */
export async function failRun(tx: Tx, runId: number, error: string): Promise<boolean> {
  const failed = await tx.run`
    update scoring_runs set status = 'failed', open_period = null, finished_at = now(), error = ${error}
    where id = ${runId} and status in ('queued', 'running')`
  await announceRun(tx, runId)
  return failed === 1
}

/** What is published of a run that is completed. */
export const completedRun = (tx: Transaction, runId: number) =>
  tx.row<object>`
    select id, period, status, sellers_total, sellers_scored, sellers_final, started_at, finished_at
    from scoring_runs where id = ${runId}`
