import type { Feed } from '../../feeds/feed.ts'
import { MONTH, monthValues } from '../../feeds/months.ts'
import type { Sql } from '../../platform/database/database.ts'
import { firstDay, nextPeriod } from '../../scoring/month.ts'
import { dateOf, shiftPeriod } from '../business-time.ts'
import type { Asked, Check } from './finding.ts'

/** The records of a feed on a day of the business time zone. */
export interface FeedDay {
  feed: string
  day: string
  /** Those that are stored: created without deleted. */
  facts: number
  received: number
  rejected: number
}

/** What is known of the facts of a month and of those before it. */
export interface MonthFacts {
  period: string
  feeds: readonly Feed[]
  /** Whether the month is over, so that it can be complete. */
  is_over: boolean
  /** In the business time zone. */
  today: string
  /** The months that expected numbers come from, newest first: up to six, none finalized as a whole over doubtful data. */
  usual: string[]
  /** The three months before, newest first. */
  before: string[]
  /** Of the month and the six before. */
  days: FeedDay[]
  /** The business day of each feed's last push, and whether it came after the month had ended. */
  last_push: { feed: string; day: string; after_month: boolean }[]
  campaigns_ended: number
}

/** How many earlier months say what is usual. */
const USUAL_MONTHS = 6
/** How many say whether a feed is in use. */
const BEFORE_MONTHS = 3

/** So many months before one, newest first. */
export const monthsBefore = (period: string, months: number) =>
  Array.from({ length: months }, (_, n) => shiftPeriod(period, -(n + 1)))

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
  { period, time_zone, now, feeds }: Omit<Asked, 'portfolio_of'>,
): Promise<MonthFacts> {
  const earlier = monthsBefore(period, USUAL_MONTHS)
  const { blocked, ...known } = await db.one<
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
                  where period = any($7::text[]) and score_id is null and jsonb_path_exists(checks,
                    '$[*] ? (@.level == "block" && @.id != "month_not_over" && @.id != "recalculate")')) as blocked`,
    [...monthValues(period, time_zone), now, `${earlier.at(-1)}-01`, earlier],
  )
  return {
    ...known,
    ...{ period, feeds, today: dateOf(now, time_zone) },
    usual: earlier.filter((one) => !blocked.includes(one)),
    before: earlier.slice(0, BEFORE_MONTHS),
  }
}

/** The days of a feed, of some months. */
export const daysOfFeed = ({ days }: MonthFacts, feed: string, months: readonly string[]) =>
  days.filter((one) => one.feed === feed && months.includes(one.day.slice(0, 7)))

export const sumOf = (days: readonly FeedDay[], count: 'facts' | 'received' | 'rejected') =>
  days.reduce((sum, day) => sum + day[count], 0)

/** How many facts a feed has in a month. */
export const factsIn = (month: MonthFacts, feed: string, period: string) =>
  sumOf(daysOfFeed(month, feed, [period]), 'facts')

/** The dates from the first of a month to its last. */
export function datesOf(period: string): string[] {
  const [year = 0, month = 0] = period.split('-').map(Number)
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return Array.from({ length }, (_, n) => `${period}-${String(n + 1).padStart(2, '0')}`)
}

type End = Pick<MonthFacts, 'period' | 'is_over' | 'today'>

/** A month of which days are to come: made final today, it would stay without them. */
export function monthNotOver({ period, is_over, today }: End): Check[] {
  if (is_over) return []
  const left = datesOf(period).filter((day) => day >= today).length
  return [
    {
      ...{ id: 'month_not_over', level: 'block', value: left, expected: 0, sellers: null },
      sentence: `${period} is not over: ${left === 1 ? 'one day of it is' : `${left} days of it are`} not complete.`,
    },
  ]
}
