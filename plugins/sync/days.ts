import type { DayCount, PushedFeed } from './pushed-feed.ts'
import { textOf } from './reading/forms.ts'
import type { Rejection } from './storing/tally.ts'

/** Counts of two parts together: rows of one name, such as a day or a month, are added up. */
export function addRows<Row extends object>(name: keyof Row, one: Row[], other: Row[]): Row[] {
  const sums = new Map<unknown, Row>()
  for (const row of [...one, ...other]) {
    const sum = sums.get(row[name])
    const added = Object.entries(row).map(([field, count]) => [
      field,
      sum && field !== name ? count + sum[field as keyof Row] : count,
    ])
    sums.set(row[name], Object.fromEntries(added) as Row)
  }
  return [...sums.values()]
}

const none = (day: string | null): DayCount => ({
  day,
  received: 0,
  created: 0,
  updated: 0,
  deleted: 0,
  rejected: 0,
})

/** The days of records that were rejected before the database was asked. Sellers are no facts and have none. */
export const daysOf = (feed: PushedFeed, rejections: Pick<Rejection, 'day'>[]): DayCount[] =>
  feed.facts
    ? addRows(
        'day',
        rejections.map(({ day }) => ({ ...none(day), received: 1, rejected: 1 })),
        [],
      )
    : []

/** The days of a push of which nothing was stored: its good records count as if they had not been sent. */
export const onlyRejectedDays = (days: DayCount[]): DayCount[] =>
  days.flatMap(({ day, rejected }) => (rejected > 0 ? [{ ...none(day), received: rejected, rejected }] : []))

/** The day that a bad record names, as far as it can be read: in its own offset, not in the business time zone. */
export function dayNamed(feed: PushedFeed, value: unknown): string | null {
  for (const field of feed.facts?.dayFields ?? []) {
    const text = textOf(feed.valueOf(value, field))
    const [, year, month, day = '01'] = /^(\d{4})-(\d\d)(?:-(\d\d)(?:$|[T ]))?/.exec(text.trim()) ?? []
    const date = `${year}-${month}-${day}`
    if (year && new Date(`${date}T00:00Z`).toJSON()?.startsWith(date)) return date
  }
  return null
}
