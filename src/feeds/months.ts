import { firstDay, nextPeriod } from '../scoring/month.ts'

/** The columns of `month`, of a period and a time zone: `with month as (${MONTH})`, of `monthValues`. */
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

/** The retention of a feed's facts: SQL over a row `f`, behind `push` (see KEPT). */
export interface KeptMonths {
  /** A condition: all months that count the row are older than what is kept. */
  past: string
  /** Days of the first and the last month that count it, where that is not the one of its day alone. */
  first?: string
  last?: string
}

/** Columns of `push`: the first day that is kept, because months are kept whole. */
export const KEPT = (zone: string, months: string) =>
  `date_trunc('month', now() at time zone ${zone} - make_interval(months => ${months}::int))::date as kept_day`

/** SQL of the first day, month and instant that are kept, from the columns of `push`. */
export const keptFrom = {
  day: '(select kept_day from push)',
  month: `(select to_char(kept_day, 'YYYY-MM') from push)`,
  instant: '(select kept_day::timestamp at time zone $1 from push)',
}
