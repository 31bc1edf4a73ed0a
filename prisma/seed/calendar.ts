import { shiftPeriod } from '../../src/domain/business-time.ts'

/** The months the demo is about, seen from the day it was made on. */
export interface Calendar {
  /** The day the demo was made on. Upstream has pushed all that happened before it began. */
  anchor: string
  timeZone: string
  /** Three finished periods and the running one, oldest first. */
  periods: string[]
  /** The first moment of a date in the business time zone, in milliseconds. */
  startOf(date: string): number
  /** That first moment of the anchor. */
  now: number
}

export const FINISHED_MONTHS = 3
const DAY_MS = 86_400_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** @param anchor YYYY-MM-DD in the business time zone */
export function calendarOf(anchor: string, timeZone: string): Calendar {
  const known = new Map<string, number>()
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const startOf = (date: string) => {
    const start = known.get(date) ?? localMidnight(date, clock)
    known.set(date, start)
    return start
  }
  const running = anchor.slice(0, 7)
  const periods = Array.from({ length: FINISHED_MONTHS + 1 }, (_, index) =>
    shiftPeriod(running, index - FINISHED_MONTHS),
  )
  return { anchor, timeZone, periods, startOf, now: startOf(anchor) }
}

/** Twice, because the offset that counts is the one in force at the answer. */
function localMidnight(date: string, clock: Intl.DateTimeFormat): number {
  const utc = Date.parse(date)
  return utc - offsetMs(utc - offsetMs(utc, clock), clock)
}

function offsetMs(instant: number, clock: Intl.DateTimeFormat): number {
  const name = clock.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return sign ? Number(`${sign}1`) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS) : 0
}

/** The date (YYYY-MM-DD) so many days later. */
export const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

/** Days from one date to another. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

export const firstDay = (period: string) => `${period}-01`
export const lastDay = (period: string) => `${period}-${daysIn(period)}`

/** How many days a period has. */
export function daysIn(period: string): number {
  const [year, month] = period.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Every date of a period. */
export const datesOf = (period: string) =>
  Array.from({ length: daysIn(period) }, (_, day) => `${period}-${String(day + 1).padStart(2, '0')}`)

/** 0 for Sunday to 6 for Saturday. */
export const weekday = (date: string) => new Date(date).getUTCDay()

/** Milliseconds as ISO 8601 UTC, or undefined for what has not happened when the demo is made. */
export const happened = (calendar: Calendar, instant: number) =>
  instant < calendar.now ? new Date(instant).toISOString() : undefined
