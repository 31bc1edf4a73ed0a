import { addDays, firstDay, nextPeriod } from './month.ts'

/** `until` is the first date after the grace period. */
export type Grace = { is_grace_period: boolean; start: string; days: number; until: string }

/** Whether a month is in grace, as `graceOf` says. */
export const isInGrace = (start: string, days: number, period: string): boolean =>
  Date.parse(firstDay(nextPeriod(period))) <= Date.parse(start) + days * DAY

const DAY = 86_400_000

/** A month is in grace when its last day lies before `start` (a date) + `days`, so when the next begins by then. */
export function graceOf(start: string, days: number, period: string): Grace {
  const until = addDays(start, days)
  return { is_grace_period: firstDay(nextPeriod(period)) <= until, start, days, until }
}
