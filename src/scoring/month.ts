const DAY = 86_400_000

/** The date (YYYY-MM-DD) so many days later. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

/** The first date of a period YYYY-MM. */
export const firstDay = (period: string): string => `${period}-01`

/** The period after a period. */
export function nextPeriod(period: string): string {
  const [year = 0, month = 0] = period.split('-').map(Number)
  return month < 12 ? `${pad(year, 4)}-${pad(month + 1, 2)}` : `${pad(year + 1, 4)}-01`
}

/** The last date of a period. */
export const lastDayOf = (period: string): string => addDays(firstDay(nextPeriod(period)), -1)

/**
 * Months that were final before outcomes counted in the month in which they fall due stay as they are: `by_order` counts
 * an outcome in the month of its order or ticket. The month after such a one leaves out what that one has counted.
 */
export type Counting = 'by_order' | 'after_by_order'

const pad = (value: number, width: number) => String(value).padStart(width, '0')
