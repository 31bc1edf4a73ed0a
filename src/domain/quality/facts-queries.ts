import type { Feed } from '../../feeds/feed.ts'
import { MONTH, monthValues } from '../../feeds/months.ts'
import type { Sql } from '../../platform/database/database.ts'
import { firstDay, nextPeriod } from '../../scoring/month.ts'
import { dateOf, shiftPeriod } from '../business-time.ts'
import type { MonthFacts } from './judge/month-facts.ts'

/** How many earlier months say what is usual. */
const USUAL_MONTHS = 6
/** How many say whether a feed is in use. */
const BEFORE_MONTHS = 3

/** Whether there is nothing of a month that could be judged: neither a fact nor a score. */
export const isEmptyMonth = (db: Sql, period: string) =>
  db.value<boolean>(
    `select not exists (select from monthly_scores where period = $1)
        and not exists (select from sync_feed_days
                        where fact_date >= $2::date and fact_date < $3::date and created > deleted)`,
    [period, firstDay(period), firstDay(nextPeriod(period))],
  )

/** What is known of the facts of a month, as of `now`: their numbers by day, which pushes count, and nothing else. */
export async function readMonthFacts(
  db: Sql,
  period: string,
  timeZone: string,
  now: Date,
  feeds: readonly Feed[],
): Promise<MonthFacts> {
  const earlier = Array.from({ length: USUAL_MONTHS }, (_, n) => shiftPeriod(period, -(n + 1)))
  const row = await db.one<
    Pick<MonthFacts, 'is_over' | 'days' | 'last_push' | 'campaigns_ended'> & { blocked: string[] }
  >(
    `with month as (${MONTH})
     select $5::timestamptz >= (select ends_at from month) as is_over,
            (select coalesce(json_agg(json_build_object(
                      'feed', feed, 'day', fact_date, 'facts', created - deleted, 'received', received, 'rejected', rejected)
                      order by feed, fact_date), '[]')
             from sync_feed_days, month where fact_date >= $6::date and fact_date < next_day) as days,
            (select coalesce(json_agg(json_build_object(
                      'feed', feed, 'day', (last_pushed_at at time zone $4)::date,
                      'after_month', last_pushed_at >= ends_at)), '[]')
             from sync_feeds, month) as last_push,
            (select count(*) from campaigns, month
             where end_date >= first_day and end_date < next_day and status <> 'cancelled') as campaigns_ended,
            array(select distinct period from quality_reports
                  where period = any($7::text[]) and checks @> '[{"level": "block"}]') as blocked`,
    [...monthValues(period, timeZone), now, `${earlier.at(-1)}-01`, earlier],
  )
  const { blocked, ...known } = row
  return {
    ...known,
    period,
    feeds,
    today: dateOf(now, timeZone),
    usual: earlier.filter((one) => !blocked.includes(one)),
    before: earlier.slice(0, BEFORE_MONTHS),
  }
}
