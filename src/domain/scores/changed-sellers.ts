import type { Sql } from '../../platform/database/database.ts'
import { firstDay } from '../../scoring/month.ts'

/**
 * The sellers of whom anything has changed that a finished month's scores are made of since `snapshot`, as far as the
 * transaction sees it; null when that may be anybody.
 *
 * Triggers log every change with its transaction's number, in that transaction (fact_changes): so a change is seen
 * here exactly when its facts are, and it is new exactly when the snapshot has not seen its transaction, which may have
 * begun long before. That says too much, never too little: what is near the end of a month is logged for the months on
 * either side.
 * @param snapshot the pg_snapshot of an earlier reading transaction of the same server
 * @param sources the tables whose changes are meant; null for all
 */
export async function sellersChangedSince(
  db: Sql,
  period: string,
  snapshot: string,
  sources: string[] | null = null,
): Promise<number[] | null> {
  const { anybody, sellers } = await db.one<{ anybody: boolean; sellers: number[] }>(
    `with change as (
       select seller_ids from fact_changes
       where period = $1 and ($4::text[] is null or source = any($4::text[]))
         and xact >= pg_snapshot_xmin($2::pg_snapshot) and not pg_visible_in_snapshot(xact, $2::pg_snapshot)
       union all
       select seller_ids from fact_changes
       where period is null and ($4::text[] is null or source = any($4::text[]))
         and xact >= pg_snapshot_xmin($2::pg_snapshot) and not pg_visible_in_snapshot(xact, $2::pg_snapshot)
         and case when campaign_id is null
                  then (from_period <= $1) is not false and (to_period >= $1) is not false
                  else campaign_id in (select id from campaigns
                                       where end_date >= $3::date and end_date < $3::date + interval '1 month') end
     )
     select exists (select from change where seller_ids is null) as anybody,
            array(select distinct unnest(seller_ids) from change) as sellers`,
    [period, snapshot, firstDay(period), sources],
  )
  return anybody ? null : sellers
}
