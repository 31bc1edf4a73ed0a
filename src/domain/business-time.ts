/** The month that `instant` lies in, in the business time zone, as YYYY-MM. */
export const periodOf = (instant: Date, timeZone: string) => dateOf(instant, timeZone).slice(0, 7)

/** The calendar date of `instant` in the business time zone, as YYYY-MM-DD. */
export const dateOf = (instant: Date, timeZone: string) => calendarOf(timeZone).format(instant)

const calendars = new Map<string, Intl.DateTimeFormat>()

/** Kept by time zone, because to make one takes fifty times as long as to use it. */
function calendarOf(timeZone: string) {
  const known = calendars.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  calendars.set(timeZone, made)
  return made
}

/** The period `months` after (or, negative, before) `period`. */
export function shiftPeriod(period: string, months: number) {
  const [year, month] = period.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7)
}
