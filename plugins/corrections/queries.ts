import type { ScoredMonth } from '../../src/domain/metrics/scored-month.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { offsetOf, pageOf } from '../../src/platform/database/page.ts'
import type { FeedsInUse } from '../../src/scoring/components.ts'

export const CORRECTION_STATUSES = [
  'queued',
  'computing',
  'computed',
  'proposed',
  'applying',
  'completed',
  'rejected',
  'failed',
] as const
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number]

/** A correction as it is shown. */
export interface Correction {
  id: number
  period: string
  reason: string
  dry_run: boolean
  /** null for all with a final score */
  seller_codes: string[] | null
  status: CorrectionStatus
  requested_by: number
  created_at: string
  sellers: number | null
  changed: number | null
  batches_total: number | null
  batches_done: number
  computed_at: string | null
  decided_by: number | null
  decided_at: string | null
  notes: string | null
  run_ids: number[]
  corrected: number
  left_out: number
  finished_at: string | null
  error: string | null
}

/** The month as scores of it are computed again, and the feeds in use of it. */
export type CorrectionMonth = Omit<ScoredMonth, 'time_zone' | 'period'> & { feeds: FeedsInUse }

const SHOWN = `c.id, c.period, c.reason, c.dry_run, c.status, c.requested_by, c.created_at, c.sellers, c.changed,
  c.batches_total, c.batches_done, c.computed_at, c.decided_by, c.decided_at, c.notes,
  coalesce(c.run_ids, '{}') as run_ids, c.corrected, c.left_out, c.finished_at, c.error,
  (select array_agg(seller_code order by seller_code) from sellers where id = any(c.seller_ids)) as seller_codes`

export const findCorrection = (db: Sql, id: number) =>
  db.row<Correction>(`select ${SHOWN} from corrections c where c.id = $1`, [id])

/** The correction, locked until the transaction ends: what becomes of it is decided by one at a time. */
export const lockCorrection = (tx: Sql, id: number) =>
  tx.row<Correction>(`select ${SHOWN} from corrections c where c.id = $1 for update of c`, [id])

/** One page of corrections, the newest first, and how many match. */
export async function pageOfCorrections(
  db: Sql,
  query: { period?: string; status?: CorrectionStatus; page: number; limit: number },
) {
  const rows = await db.rows<Correction & { total: number }>(
    `with found as (
       select id from corrections where ($1::text is null or period = $1) and ($2::text is null or status = $2)
     ), page as (select id from found order by id desc limit $3 offset $4)
     select (select count(*) from found) as total, ${SHOWN}
     from (select) one left join page on true left join corrections c using (id)
     order by c.id desc`,
    [query.period, query.status, query.limit, offsetOf(query)],
  )
  return pageOf(rows, 'id', query)
}

/** How many corrections are open. Who counts waits for others that have counted, until their transactions end. */
export async function countOpen(tx: Sql): Promise<number> {
  await tx.run`select pg_advisory_xact_lock(hashtextextended('corrections that are open', 0))`
  const { open } = await tx.one<{ open: number }>`
    select count(*) as open from corrections where open_period is not null`
  return open
}

/** Makes a correction; undefined when one of its month is open. */
export const createCorrection = async (
  tx: Sql,
  made: {
    period: string
    reason: string
    dry_run: boolean
    seller_ids: number[] | null
    requested_by: number
  },
) =>
  (
    await tx.row<{ id: number }>`
    insert into corrections (period, open_period, reason, dry_run, seller_ids, requested_by)
    values (${made.period}, ${made.period}, ${made.reason}, ${made.dry_run}, ${made.seller_ids}::int[], ${made.requested_by})
    on conflict (open_period) do nothing
    returning id`
  )?.id

/** The open correction of a month. */
export const openCorrectionOf = (tx: Sql, period: string) =>
  tx.row<{ id: number; status: CorrectionStatus }>`
    select id, status from corrections where open_period = ${period}`

/** Ends an open correction without applying it. Answers whether it was in one of these states. */
export const endCorrection = async (
  tx: Sql,
  id: number,
  end: { from: CorrectionStatus[]; status: 'rejected' | 'failed'; error?: string },
): Promise<boolean> =>
  (await tx.run`
    update corrections set
      status = ${end.status}, open_period = null, finished_at = clock_timestamp(), error = ${end.error ?? null}
    where id = ${id} and status = any(${end.from}::text[])`) === 1

/** The sellers with a final score of a month, by these codes or ids; `missing` names those that have none. */
export async function finalOfNamed(tx: Sql, period: string, names: string[]) {
  const rows = await tx.rows<{ name: string; id: number | null }>`
    select name, m.seller_id as id
    from unnest(${names}::text[]) with ordinality n(name, position)
      left join sellers s on s.seller_code = name
      left join monthly_scores m on m.seller_id = s.id and m.period = ${period} and m.status = 'final'
    order by position`
  return {
    ids: [...new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])))].sort((a, b) => a - b),
    missing: rows.filter(({ id }) => id === null).map(({ name }) => name),
  }
}

/** Whether a month has any final score. */
export const hasFinal = async (db: Sql, period: string) =>
  (
    await db.one<{ found: boolean }>`
    select exists (select from monthly_scores where period = ${period} and status = 'final') as found`
  ).found

/** All facts of a month that came late so far. */
export const lateFactsOf = async (db: Sql, period: string) =>
  (
    await db.one<{ late: number }>`
    select coalesce(sum(late), 0)::bigint as late from sync_feed_periods where period = ${period}`
  ).late
