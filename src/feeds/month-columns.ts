import { firstDay, nextPeriod } from '../scoring/month.ts'

/**
 * The columns of `month`, of a period and a time zone: `with month as (${MONTH})`, with the values of `monthValues`.
 */
export const MONTH = `
  select $1::text as period, $2::date as first_day, $3::date as next_day,
         $2::date::timestamp at time zone $4 as starts_at, $3::date::timestamp at time zone $4 as ends_at`

export const monthValues = (period: string, timeZone: string) => [
  period,
  firstDay(period),
  firstDay(nextPeriod(period)),
  timeZone,
]

/** Conditions that an instant, a day or a period is of `month`. */
export const inMonth = {
  instant: (at: string) => `${at} >= (select starts_at from month) and ${at} < (select ends_at from month)`,
  day: (on: string) => `${on} >= (select first_day from month) and ${on} < (select next_day from month)`,
  period: (of: string) => `${of} = (select period from month)`,
}
