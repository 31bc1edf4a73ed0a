import { requireFacts } from '../../../src/domain/facts/deleted-facts.ts'
import { lockPeriod } from '../../../src/domain/scores/period-lock.ts'
import type { RatedCounts } from '../../../src/domain/scores/unrated.ts'
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
  /** null for all active sellers */
  seller_codes: string[] | null
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
  rated: number | null
  unrated: number | null
  unrated_reasons: RatedCounts['unrated_reasons'] | null
  error: string | null
  /** null for every run but that of a correction */
  correction_id: number | null
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
  seller_ids: true,
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
  rated: true,
  unrated: true,
  unrated_reasons: true,
  error: true,
  correction_id: true,
} as const satisfies Record<Exclude<keyof Run, 'seller_codes'> | 'seller_ids', true>

type RunRow = Omit<Run, 'seller_codes'> & { seller_ids: number[] }

/** The run with this id, or null. */
export async function findRun(db: Database, id: number): Promise<Run | null> {
  const row = plain(await db.prisma.scoring_run.findUnique({ where: { id }, select: SHOWN }))
  return row && ((await withCodes(db, [row as RunRow]))[0] ?? null)
}

/** Runs with the codes of the sellers that they are of. */
async function withCodes(db: Sql, rows: RunRow[]): Promise<Run[]> {
  const ids = rows.flatMap(({ seller_ids }) => seller_ids)
  const sellers =
    ids.length > 0
      ? await db.rows<{ id: number; seller_code: string }>(
          'select id, seller_code from sellers where id = any($1::int[]) order by seller_code',
          [ids],
        )
      : []
  return rows.map(({ seller_ids, ...run }) => {
    const own = new Set(seller_ids)
    const codes = sellers.filter(({ id }) => own.has(id)).map(({ seller_code }) => seller_code)
    return { ...run, seller_codes: own.size > 0 ? codes : null }
  })
}

/** One page of runs, newest first, and how many there are. */
export async function pageOfRuns(
  db: Database,
  query: { period?: string; status?: RunStatus; page: number; limit: number },
) {
  const { period, status, page, limit } = query
  const where = { period, status }
  const newest = { orderBy: { id: 'desc' }, skip: offsetOf(query), take: limit, select: SHOWN } as const
  const [runs, total] = await Promise.all([
    db.prisma.scoring_run.findMany({ where, ...newest }),
    db.prisma.scoring_run.count({ where }),
  ])
  return { data: await withCodes(db, plain(runs) as RunRow[]), total, page, limit }
}

/** The id of the period's open run, or undefined. */
export async function openRunOf(tx: Tx, open_period: string): Promise<number | undefined> {
  const run = await tx.prisma.scoring_run.findUnique({ where: { open_period }, select: { id: true } })
  return run?.id
}

/**
 * Finds the unfinished run of the same sellers, or makes one. The new one is open when no other run of the period is;
 * else it waits until those before it have ended (see startNextRun). open_period is unique, so that of two callers
 * one opens it.
 * @throws 409 when retention has deleted facts of the period
 */
export async function openRun(
  tx: Tx,
  { period, seller_ids, requested_by }: { period: string; seller_ids: number[]; requested_by: number | null },
): Promise<{ id: number; is: 'joined' | 'opened' | 'waiting' }> {
  await lockPeriod(tx, period)
  const unfinished = await tx.prisma.scoring_run.findMany({
    where: { period, status: { in: ['queued', 'running'] } },
    select: { id: true, seller_ids: true },
  })
  const same = unfinished.find((run) => String(run.seller_ids) === String(seller_ids))
  if (same) return { id: same.id, is: 'joined' }
  await requireFacts(tx, period)
  const waits = unfinished.length > 0
  const { id } = await tx.prisma.scoring_run.create({
    data: { period, open_period: waits ? null : period, seller_ids, requested_by },
    select: { id: true },
  })
  return { id, is: waits ? 'waiting' : 'opened' }
}

/** Opens the run that has waited longest for a period that no run has open; answers its id. */
export async function openNextRun(tx: Sql, period: string): Promise<number | undefined> {
  await lockPeriod(tx, period)
  const next = await tx.row<{ id: number }>`
    update scoring_runs set open_period = period
    where id = (select min(id) from scoring_runs where period = ${period} and status = 'queued' and open_period is null)
      and not exists (select from scoring_runs where open_period = ${period})
    returning id`
  return next?.id
}

/** How far the open run of a period is, for those who wait behind it. */
export const openProgress = (db: Sql, period: string) =>
  db.row<{ id: number; status: RunStatus; batches_done: number }>(
    'select id, status, batches_done from scoring_runs where open_period = $1',
    [period],
  )

/** Whether a period has scores and all of them are final. */
export async function isFinal(db: Sql, period: string): Promise<boolean> {
  const { all } = await db.one<{ all: boolean }>(
    `select coalesce(bool_and(status = 'final'), false) as all from monthly_scores where period = $1`,
    [period],
  )
  return all
}

/** Ends an open run with a reason and makes room for the period's next one. Answers whether it was open. */
export async function failRun(tx: Tx, runId: number, error: string): Promise<boolean> {
  const failed = await tx.run`
    update scoring_runs set status = 'failed', open_period = null, finished_at = clock_timestamp(), error = ${error}
    where id = ${runId} and status in ('queued', 'running')`
  await announceRun(tx, runId)
  return failed === 1
}

/** What is published of a run that is completed. */
export const completedRun = (tx: Transaction, runId: number) =>
  tx.row<object>`
    select id, period, status, sellers_total, sellers_scored, sellers_final, started_at, finished_at
    from scoring_runs where id = ${runId}`
