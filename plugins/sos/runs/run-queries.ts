import { requireFacts } from '../../../src/domain/facts/retention-deletions.ts'
import { lockPeriod } from '../../../src/domain/scores/period-lock.ts'
import type { Scope } from '../../../src/domain/sellers/scope.ts'
import type { Database, Sql, Tx } from '../../../src/platform/database/database.ts'
import { pageOfRecords } from '../../../src/platform/database/prisma/page-of-records.ts'
import { plain } from '../../../src/platform/database/prisma/record.ts'
import type { Run, RunStatus } from './schemas.ts'

/** The beginning of the error of a run that could not start because of its configuration. */
export const UNUSABLE_RULES = "The configuration can't be used: "

/** All but what is read where it is needed. */
const SHOWN = {
  omit: {
    open_period: true,
    month_start: true,
    counting: true,
    rules: true,
    engine: true,
    snapshot: true,
    reading: true,
    basis: true,
  },
} as const

type RunRow = Omit<Run, 'seller_codes' | 'requested_by_name'> & { seller_ids: number[] }

const EVERYBODY: Scope = { am_id: null, warehouse_id: null, seller_id: null }

/** The run with this id, with the codes of sellers in scope, or null. */
export async function findRun(db: Database | Tx, id: number, scope = EVERYBODY): Promise<Run | null> {
  const row = plain(await db.prisma.scoring_run.findUnique({ where: { id }, ...SHOWN }))
  return row && ((await withCodes(db, [row as RunRow], scope))[0] ?? null)
}

/** Runs with who asked for them, and the codes of the sellers that they are of, as far as these are in scope. */
async function withCodes(db: Sql, rows: RunRow[], scope: Scope): Promise<Run[]> {
  const ids = rows.flatMap(({ seller_ids }) => seller_ids)
  const sellers =
    ids.length > 0
      ? await db.rows<{ id: number; seller_code: string }>(
          `select id, seller_code from sellers
           where id = any($1::int[])
             and ($2::int is null or assigned_am_id = $2) and ($3::int is null or primary_warehouse_id = $3)
             and ($4::int is null or id = $4)
           order by seller_code`,
          [ids, scope.am_id, scope.warehouse_id, scope.seller_id],
        )
      : []
  const people = await db.rows<{ id: number; full_name: string }>(
    'select id, full_name from users where id = any($1::int[])',
    [rows.map(({ requested_by }) => requested_by)],
  )
  const nameOf = new Map(people.map(({ id, full_name }) => [id, full_name]))
  return rows.map(({ seller_ids, ...run }) => {
    const own = new Set(seller_ids)
    const codes = sellers.filter(({ id }) => own.has(id)).map(({ seller_code }) => seller_code)
    return {
      ...run,
      requested_by_name: nameOf.get(run.requested_by ?? 0) ?? null,
      seller_codes: own.size > 0 ? codes : null,
    }
  })
}

/** One page of runs, newest first, with the codes of sellers in scope, and how many there are. */
export async function pageOfRuns(
  db: Database,
  query: { period?: string; status?: RunStatus; page: number; limit: number },
  scope: Scope,
) {
  const { period, status } = query
  const where = { period, status }
  const { data, ...page } = await pageOfRecords(
    query,
    (rows) => db.prisma.scoring_run.findMany({ where, orderBy: { id: 'desc' }, ...SHOWN, ...rows }),
    db.prisma.scoring_run.count({ where }),
    plain,
  )
  return { data: await withCodes(db, data as RunRow[], scope), ...page }
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

/** Reads the progress of the open run of a period, for those who wait behind it. */
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
