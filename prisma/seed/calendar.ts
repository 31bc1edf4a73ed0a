import { shiftPeriod } from '../../src/domain/business-time.ts'
import { instantAt } from '../../src/platform/time/local-time.ts'
import { addDays, firstDay, lastDayOf } from '../../src/scoring/month.ts'

export const FINISHED_MONTHS = 3
export const HOUR_MS = 3_600_000

/**
 * The months the demo is about, seen from the day it is made on: upstream has pushed all that happened before it began.
 * @param anchor that day, YYYY-MM-DD in the business time zone
 */
export function calendarOf(anchor: string, timeZone: string) {
  /** The first moment of a date in the business time zone, in milliseconds. */
  const startOf = (date: string) => Date.parse(instantAt(`${date}T00:00`, timeZone) as string)
  /** An instant in milliseconds as ISO 8601 UTC, or undefined when it is not before the anchor. */
  const happened = (instant: number) =>
    instant < startOf(anchor) ? new Date(instant).toISOString() : undefined
  /** Three finished periods and the running one, oldest first. */
  const periods = [-3, -2, -1, 0].map((months) => shiftPeriod(anchor.slice(0, 7), months))
  return { anchor, periods, startOf, happened }
}
export type Calendar = ReturnType<typeof calendarOf>

/**
 * The month of the demo (0 is the oldest) whose facts a date belongs to. The first month has all before it as well,
 * the running one all to come.
 */
export const monthOf = ({ periods }: Calendar, date: string) =>
  Math.min(FINISHED_MONTHS, periods.filter((period) => period < date.slice(0, 7)).length)

/** Every date of a period. */
export const datesOf = (period: string) =>
  Array.from({ length: Number(lastDayOf(period).slice(8)) }, (_, day) => addDays(firstDay(period), day))
