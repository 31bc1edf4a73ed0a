import { offsetAt } from '../time/local-time.ts'

const DAY_MINUTES = 24 * 60

/**
 * A schedule with hours of a time zone's standard time, in UTC: clocks that are put forward leave hours out, and put back
 * they show some twice, but a day of UTC has each time once. In summer it comes an hour later.
 */
export function inUtc(schedule: string, timeZone: string, now: Date): string {
  const [minute = '', hours = '', ...days] = schedule.split(' ')
  if (hours === '*') return schedule
  const ahead = standardOffset(timeZone, now) / 60_000
  const times = hours
    .split(',')
    .map((hour) => (Number(hour) * 60 + Number(minute) - ahead + 2 * DAY_MINUTES) % DAY_MINUTES)
    .sort((one, other) => one - other)
  return [(times[0] as number) % 60, times.map((time) => Math.floor(time / 60)).join(','), ...days].join(' ')
}

/** The lesser offset of the year: the same all year, so that a restart moves nothing. */
function standardOffset(timeZone: string, now: Date) {
  const year = now.getUTCFullYear()
  return Math.min(offsetAt(Date.UTC(year, 0, 1), timeZone), offsetAt(Date.UTC(year, 6, 1), timeZone))
}
