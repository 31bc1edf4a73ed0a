import { firstDay } from '../../../src/scoring/month.ts'

/**
 * The month of a run, as its metrics see it. An event has happened when it is earlier than `as_of`, a day when it
 * is not later than `as_of_date`; everything else has not happened yet.
 */
export interface ScoredMonth {
  period: string
  /** The first instant of the month in the business time zone. */
  month_start: string
  as_of: string
  /** YYYY-MM-DD in the business time zone. */
  as_of_date: string
  time_zone: string
}

/** Days of the month up to `as_of_date`, that day included. */
export const elapsedDays = (month: Pick<ScoredMonth, 'period' | 'as_of_date'>) =>
  (Date.parse(month.as_of_date) - Date.parse(firstDay(month.period))) / 86_400_000 + 1
