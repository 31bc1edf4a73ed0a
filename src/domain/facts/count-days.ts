import type { Sql } from '../../platform/database/database.ts'

/** How much of what a month with final scores counts was created, updated or deleted. */
export interface LateCount {
  period: string
  late: number
}

/** Records by the day of their fact, null where they name none: what came, and what became of it. */
export interface DayCount {
  day: string | null
  received: number
  created: number
  updated: number
  deleted: number
  rejected: number
}

/**
 * Adds to what is counted of a feed by day and by month: last in its transaction, in the order of keys, so that two of them
 * don't deadlock. A fact is created on the day that it is of now. A record that names no day counts today.
 */
export async function countDays(
  tx: Sql,
  feed: string,
  { days, lateMonths }: { days: DayCount[]; lateMonths: LateCount[] },
  timeZone: string,
) {
  await tx.run`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
        d(day date, received bigint, created bigint, updated bigint, deleted bigint, rejected bigint)
    ), of_day as (
      insert into sync_feed_days as d (feed, fact_date, received, created, updated, deleted, rejected)
      select ${feed}, coalesce(day, (now() at time zone ${timeZone})::date) as the_day, sum(received), sum(created),
             sum(updated), sum(deleted), sum(rejected)
      from given group by the_day order by the_day
      on conflict (feed, fact_date) do update set
        received = d.received + excluded.received, created = d.created + excluded.created,
        updated = d.updated + excluded.updated, deleted = d.deleted + excluded.deleted,
        rejected = d.rejected + excluded.rejected
    ), of_month as (
      select to_char(day, 'YYYY-MM') as period, created - deleted as created, 0 as late from given
      where created <> 0 or deleted > 0
      union all
      select period, 0, late from jsonb_to_recordset(${JSON.stringify(lateMonths)}::jsonb) l(period text, late bigint)
    )
    insert into sync_feed_periods as p (feed, period, created, late)
    select ${feed}, period, sum(created), sum(late) from of_month group by period order by period
    on conflict (feed, period) do update set
      created = p.created + excluded.created, late = p.late + excluded.late`
}
