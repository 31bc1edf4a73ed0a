import type { ScoredMonth } from '../../src/feeds/scored-month.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { pageOfRows } from '../../src/platform/database/statements/page.ts'
import type { RetentionLine } from '../../src/platform/jobs/retention.ts'
import type { FeedsInUse } from '../../src/scoring/scored-feeds.ts'
import type { Correction, CorrectionStatus, Sums } from './schemas.ts'

/** The month as scores of these runs are computed again, and the feeds in use of it. */
export type CorrectionMonth = Omit<ScoredMonth, 'time_zone' | 'period'> & {
  runs: number[]
  feeds: FeedsInUse
}

/** SQL of the rules of `month`, one of the months of correction `c`: where it keeps those of runs, each run is one. */
export const rulesOfMonth = (month: string) =>
  `coalesce(c.rules, (select rules from scoring_runs where id = (${month} -> 'runs' ->> 0)::int))`

const SHOWN = `c.id, c.period, c.reason, c.dry_run, c.facts_only, c.status, c.requested_by, c.created_at, c.sellers, c.changed,
  c.batches_total, c.batches_done, c.computed_at, c.decided_by, c.decided_at, c.notes,
  coalesce(c.run_ids, '{}') as run_ids, c.corrected, c.left_out, c.finished_at, c.error,
  (select array_agg(seller_code order by seller_code) from sellers where id = any(c.seller_ids)) as seller_codes,
  (select full_name from users where id = c.requested_by) as requested_by_name,
  (select full_name from users where id = c.decided_by) as decided_by_name`

export const findCorrection = (db: Sql, id: number) =>
  db.row<Correction>(`select ${SHOWN} from corrections c where c.id = $1`, [id])

/** The correction, locked until the transaction ends: what becomes of it is decided by one at a time. */
export const lockCorrection = (tx: Sql, id: number) =>
  tx.row<Correction>(`select ${SHOWN} from corrections c where c.id = $1 for update of c`, [id])

/** The scores of corrections that were not applied are deleted some months after their end. */
export const UNAPPLIED_SCORES: RetentionLine = {
  table: 'correction_scores',
  where: `result is null and correction_id in (
            select id from corrections where finished_at < now() - $1::interval)`,
  period: '90 days',
}

/** One page of corrections, the newest first, and how many match. */
export const pageOfCorrections = (
  db: Sql,
  query: { period?: string; status?: CorrectionStatus; page: number; limit: number },
) =>
  pageOfRows<Correction>(db, query, {
    rows: `
      select ${SHOWN} from corrections c
      where ($1::text is null or period = $1) and ($2::text is null or status = $2)`,
    values: [query.period, query.status],
    order: 'id desc',
  })

/** The open correction of a month. */
export const openCorrectionOf = (tx: Sql, period: string) =>
  tx.row<{ id: number; status: CorrectionStatus }>`
    select id, status from corrections where open_period = ${period}`

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
export const hasFinal = (db: Sql, period: string) =>
  db.value<boolean>`select exists (select from monthly_scores where period = ${period} and status = 'final')`

/** All facts of a month that came late so far. */
export const lateFactsOf = (db: Sql, period: string) =>
  db.value<number>`select coalesce(sum(late), 0)::bigint from sync_feed_periods where period = ${period}`

/** How far the scores move that a correction changes. */
export async function sumsOf(db: Sql, id: number): Promise<Sums> {
  const sums = await db.one<Omit<Sums, 'migration'>>(
    `select count(*) filter (where total_after > total_before) as up,
            count(*) filter (where total_after < total_before) as down,
            count(*) filter (where tier_after <> tier_before) as tier_changes,
            round(avg(abs(total_after - total_before)) filter (where is_rated_before and is_rated_after), 6) as mean_abs,
            max(abs(total_after - total_before)) filter (where is_rated_before and is_rated_after) as max_abs
     from correction_scores where correction_id = $1`,
    [id],
  )
  const migration = await db.rows<Sums['migration'][number]>(
    `select tier_before as "from", tier_after as "to", count(*) as count
     from correction_scores where correction_id = $1
     group by tier_before, tier_after order by max(total_before) desc, tier_before, max(total_after) desc, tier_after`,
    [id],
  )
  return { ...sums, migration }
}

export const keepDecision = (tx: Sql, id: number, user: number, notes: string | null) =>
  tx.run`
    update corrections set decided_by = ${user}, decided_at = clock_timestamp(), notes = ${notes} where id = ${id}`

/** How many of the scores that a correction changes have another revision since, or are not there any more. */
export const countOutdated = (tx: Sql, id: number, period: string) =>
  tx.value<number>`
    select count(*)
    from correction_scores c
      left join monthly_scores m on m.seller_id = c.seller_id and m.period = ${period}
    where c.correction_id = ${id}
      and (m.revision is distinct from c.revision or m.status is distinct from 'final')`

/** What a correction was computed from, to see whether that is still so. */
export const basisOf = (tx: Sql, id: number) =>
  tx.one<{ rules_sha256: string | null; late: number }>`
    select rules_sha256, coalesce(late, 0)::bigint as late from corrections where id = ${id}`

/**
 * Makes the runs that the corrected scores are of, one of each of its months, of the sellers that change; answers the
 * batches that have any of them. No run goes on from one of named sellers.
 */
export async function beginApplying(tx: Sql, id: number, user: number): Promise<number[]> {
  const run_ids = await tx.value<number[]>(
    `with month as (
      select c.period, ${rulesOfMonth('it')} as rules, c.engine, c.id, n, it,
             (select array_agg(s.seller_id order by s.seller_id)
              from correction_scores s join correction_batches b using (correction_id, batch)
              where s.correction_id = c.id and b.month = n - 1) as seller_ids
      from corrections c, jsonb_array_elements(c.months) with ordinality m(it, n) where c.id = $1
    ), made as (
      insert into scoring_runs (
        period, status, seller_ids, requested_by, started_at, finished_at, month_start, as_of, as_of_date, counting, feeds_in_use,
        rules, engine, batches_total, sellers_total, sellers_scored, rated, unrated, unrated_reasons, correction_id)
      select period, 'completed', coalesce(seller_ids, '{0}'), $2::int, now(), clock_timestamp(),
             (it ->> 'month_start')::timestamptz, (it ->> 'as_of')::timestamptz, (it ->> 'as_of_date')::date, it ->> 'counting', it -> 'feeds',
             rules, engine, 0, coalesce(cardinality(seller_ids), 0), coalesce(cardinality(seller_ids), 0),
             null, null, null, id
      from month order by n
      returning id
    ), begun as (
      update corrections set status = 'applying', run_ids = (select array_agg(id order by id) from made)
      where id = $1
    )
    select array_agg(id order by id) from made`,
    [id, user],
  )
  const batches = await tx.column<number>`
    select distinct batch from correction_scores where correction_id = ${id} order by batch`
  return run_ids.length > 0 ? batches : []
}
