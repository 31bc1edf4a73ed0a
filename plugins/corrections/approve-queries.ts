import type { Sql } from '../../src/platform/database/database.ts'

export const keepDecision = (tx: Sql, id: number, user: number, notes: string | null) =>
  tx.run`
    update corrections set decided_by = ${user}, decided_at = clock_timestamp(), notes = ${notes} where id = ${id}`

/** How many of the scores that a correction changes have another revision since, or are not there any more. */
export const countOutdated = async (tx: Sql, id: number, period: string) =>
  (
    await tx.one<{ count: number }>`
    select count(*) as count
    from correction_scores c
      left join monthly_scores m on m.seller_id = c.seller_id and m.period = ${period}
    where c.correction_id = ${id}
      and (m.revision is distinct from c.revision or m.status is distinct from 'final')`
  ).count

/** What a correction was computed from, to see whether that is still so. */
export const basisOf = (tx: Sql, id: number) =>
  tx.one<{ rules_sha256: string; late: number }>`
    select rules_sha256, coalesce(late, 0)::bigint as late from corrections where id = ${id}`

/**
 * Makes the runs that the corrected scores are of, one of each of its months, of the sellers that change; answers the
 * batches that have any of them. No run goes on from one of named sellers.
 */
export async function beginApplying(tx: Sql, id: number, user: number): Promise<number[]> {
  const { run_ids } = await tx.one<{ run_ids: number[] }>`
    with month as (
      select c.period, c.rules, c.engine, c.id, n, it,
             (select array_agg(s.seller_id order by s.seller_id)
              from correction_scores s join correction_batches b using (correction_id, batch)
              where s.correction_id = c.id and b.month = n - 1) as seller_ids
      from corrections c, jsonb_array_elements(c.months) with ordinality m(it, n) where c.id = ${id}
    ), made as (
      insert into scoring_runs (
        period, status, seller_ids, requested_by, started_at, finished_at, month_start, as_of, as_of_date, feeds_in_use,
        rules, engine, batches_total, sellers_total, sellers_scored, rated, unrated, unrated_reasons, correction_id)
      select period, 'completed', coalesce(seller_ids, '{0}'), ${user}::int, now(), clock_timestamp(),
             (it ->> 'month_start')::timestamptz, (it ->> 'as_of')::timestamptz, (it ->> 'as_of_date')::date, it -> 'feeds',
             rules, engine, 0, coalesce(cardinality(seller_ids), 0), coalesce(cardinality(seller_ids), 0),
             null, null, null, id
      from month order by n
      returning id
    ), begun as (
      update corrections set status = 'applying', run_ids = (select array_agg(id order by id) from made)
      where id = ${id}
    )
    select array_agg(id order by id) as run_ids from made`
  const rows = await tx.rows<{ batch: number }>`
    select distinct batch from correction_scores where correction_id = ${id} order by batch`
  return run_ids.length > 0 ? rows.map(({ batch }) => batch) : []
}
