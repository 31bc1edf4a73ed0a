import type { Sql } from '../../../src/platform/database/database.ts'

/**
 * Months with final scores and late facts of which more have come since the newest drift of the month, the newest months
 * first, and after them those whose drift has failed within the week: months that always fail keep no other waiting. A
 * month whose drift is under way waits; one whose facts retention has deleted, or whose final scores were all
 * made before inputs were kept, has no drift any more.
 */
export const monthsWithLateFacts = async (
  db: Sql,
  { from, before, most }: { from: string; before: string; most: number },
) =>
  (
    await db.rows<{ period: string }>(
      `with counted as (
         select period, sum(late) as late from sync_feed_periods
         where period >= $1 and period < $2 group by period having sum(late) > 0
       )
       select period from counted c
       where not exists (select from retention_deletions d where d.period = c.period)
         and not exists (
           select from backtests b
           where b.kind = 'drift' and c.period between b.from_period and b.to_period
             and (b.status in ('queued', 'running')
                  or b.status = 'completed' and (b.late ->> c.period)::numeric >= c.late))
         and exists (
           select from monthly_scores m join score_explanations e using (seller_id, period, revision)
           where m.period = c.period and m.status = 'final' and e.inputs is not null)
       order by exists (
           select from backtests b
           where b.kind = 'drift' and b.status = 'failed' and c.period between b.from_period and b.to_period
             and b.finished_at > now() - interval '7 days'),
         period desc limit $3`,
      [from, before, most],
    )
  ).map(({ period }) => period)
