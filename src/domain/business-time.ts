import type { FastifyInstance } from 'fastify'
import { badRequest } from '../platform/http/errors/problems.ts'
import { newest } from '../transparency/newest.ts'

/** The month that `instant` lies in, in the business time zone, as YYYY-MM. */
export const periodOf = (instant: Date, timeZone: string) => dateOf(instant, timeZone).slice(0, 7)

/** The month that it is now in the business time zone. */
export const runningPeriod = ({ clock, env }: Pick<FastifyInstance, 'clock' | 'env'>) =>
  periodOf(clock.now(), env.BUSINESS_TIMEZONE)

/** The date that it is now in the business time zone, as YYYY-MM-DD. */
export const todayOf = ({ clock, env }: Pick<FastifyInstance, 'clock' | 'env'>) =>
  dateOf(clock.now(), env.BUSINESS_TIMEZONE)

/** @throws 400 for a month that has not begun */
export function requireBegun(service: Pick<FastifyInstance, 'clock' | 'env'>, period: string) {
  const running = runningPeriod(service)
  if (period > running)
    throw badRequest(
      'period_in_future',
      `period ${period} lies in the future; the running month is ${running}`,
    )
}

/** @throws 400 where the first month asked for comes after the last */
export function requireInOrder(from?: string, to?: string) {
  if (from && to && from > to) throw badRequest('end_before_start', `from ${from} is after to ${to}`)
}

/** The calendar date of `instant` in the business time zone, as YYYY-MM-DD. */
export const dateOf = (instant: Date, timeZone: string) => calendarOf(timeZone).format(instant)

const DIGITS = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const calendars = newest<string, Intl.DateTimeFormat>(100)

/** Kept by time zone, because to make one takes fifty times as long as to use it. */
const calendarOf = (timeZone: string) =>
  calendars(timeZone, () => new Intl.DateTimeFormat('en-CA', { timeZone, ...DIGITS }))

const LAST_MONTH = 9999 * 12 + 11

/** The period `months` after (or, negative, before) `period`, from 0000-01 to 9999-12 at the most. */
export function shiftPeriod(period: string, months: number) {
  const [year, month] = period.split('-').map(Number) as [number, number]
  // No Date: it takes the years 0 to 99 for 1900 to 1999.
  const count = Math.min(Math.max(year * 12 + month - 1 + months, 0), LAST_MONTH)
  return `${padded(Math.floor(count / 12), 4)}-${padded((count % 12) + 1, 2)}`
}

/** The months from one to another, both included. */
export function periodsBetween(first: string, last: string): string[] {
  const months = [first]
  for (let month = first; month < last; months.push(month)) month = shiftPeriod(month, 1)
  return months
}

const padded = (value: number, width: number) => String(value).padStart(width, '0')
