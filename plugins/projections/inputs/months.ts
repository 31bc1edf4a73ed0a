import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { FEEDS } from '../../../src/feeds/index.ts'
import { elapsedDays, monthUntilNow, type ScoredMonth } from '../../../src/feeds/scored-month.ts'
import { aggregateFacts } from '../../../src/feeds/sums-queries.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { DAILY_FEEDS } from '../../../src/scoring/daily-feeds.ts'
import { firstDay, lastDayOf } from '../../../src/scoring/month.ts'
import { addPast, leftOutOfMonth, nothingPast } from '../../../src/scoring/projection/days.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'

/** How many past months say how the running one may go on. */
const PAST_MONTHS = 3

/** Where the running month stands, in days, and the months before it, the last one first. */
export type Times = Awaited<ReturnType<typeof readTimes>>

/** At noon of its as_of, so that a day's projections of the same facts are the same; a month over: at its end. */
export async function readTimes(db: Sql, { period, month_start, as_of, as_of_date, time_zone }: ScoredMonth) {
  const now = await db.one<{ elapsed: number; left: number }>(
    `select extract(epoch from at - $5::timestamptz)::float8 / 86400 as elapsed,
            extract(epoch from month_end - at)::float8 / 86400 as left
     from (select ($1::date + interval '1 month') at time zone $2 as month_end) m,
       lateral (select case when $3::timestamptz >= month_end then month_end
                            else ($4::date + interval '12 hours') at time zone $2 end as at) n`,
    [firstDay(period), time_zone, as_of, as_of_date, month_start],
  )
  const past: ScoredMonth[] = []
  for (let before = 1; before <= PAST_MONTHS; before++) {
    const month = await monthUntilNow(db, shiftPeriod(period, -before), time_zone)
    past.push({ ...month, counting: null })
  }
  return { ...now, last_day: lastDayOf(period), past }
}

/** The feeds whose facts come day by day. */
export const daily = FEEDS.filter(({ name }) => (DAILY_FEEDS as readonly string[]).includes(name))

/** By the statements that a score is added up by. Months before the first one with an order don't count. */
export async function readPasts(tx: Sql, sellers: number[], { past }: Times, rules: ScoringRules) {
  const pasts = new Map(sellers.map((seller) => [seller, nothingPast()]))
  for (const month of past.toReversed()) {
    const days = elapsedDays(month)
    const sums = await aggregateFacts(tx, sellers, month, rules, daily)
    for (const [seller, all] of pasts) {
      const of = sums.get(seller) ?? {}
      if (all.orders > 0 || Number(of.orders ?? 0) > 0) addPast(all, { ...of, ...leftOutOfMonth(of), days })
    }
  }
  return pasts
}

/** The orders that each seller has forecast of the month, campaigns left out; one without a forecast is left out. */
export async function baseForecasts(db: Sql, sellers: number[], { period, as_of }: ScoredMonth) {
  const rows = await db.rows<{ seller_id: number; forecast_orders: number }>(
    `select seller_id, forecast_orders from forecasts
     where seller_id = any($1::int[]) and period = $2 and campaign_id = 0 and submitted_at < $3`,
    [sellers, period, as_of],
  )
  return new Map(rows.map(({ seller_id, forecast_orders }) => [seller_id, forecast_orders]))
}
