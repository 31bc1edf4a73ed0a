import type { Feed } from '../../../feeds/feed.ts'

/** The records of a feed on a day of the business time zone. */
export interface FeedDay {
  feed: string
  day: string
  /** Those that are stored: created without deleted. */
  facts: number
  received: number
  rejected: number
}

/** What is known of the facts of a month and of those before it. */
export interface MonthFacts {
  period: string
  /** The feeds that are judged. */
  feeds: readonly Feed[]
  /** Whether the month is over, so that it can be complete. */
  is_over: boolean
  /** In the business time zone. */
  today: string
  /** The months that expected numbers come from, newest first: up to six, none of them finalized over a block. */
  usual: string[]
  /** The three months before, newest first. */
  before: string[]
  /** Of the month and the six before. */
  days: FeedDay[]
  /** The business day of each feed's last push, and whether it came after the month had ended. */
  last_push: { feed: string; day: string; after_month: boolean }[]
  /** How many campaigns ended in the month. */
  campaigns_ended: number
}

const monthOf = (day: string) => day.slice(0, 7)

/** The days of a feed, of some months. */
export const daysOfFeed = ({ days }: MonthFacts, feed: string, months: readonly string[]) =>
  days.filter((one) => one.feed === feed && months.includes(monthOf(one.day)))

export const sumOf = (days: readonly FeedDay[], count: 'facts' | 'received' | 'rejected') =>
  days.reduce((sum, day) => sum + day[count], 0)

/** How many facts a feed has in a month. */
export const factsIn = (month: MonthFacts, feed: string, period: string) =>
  sumOf(daysOfFeed(month, feed, [period]), 'facts')

/** The dates from the first of a month to its last. */
export function datesOf(period: string): string[] {
  const [year = 0, month = 0] = period.split('-').map(Number)
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return Array.from({ length }, (_, n) => `${period}-${String(n + 1).padStart(2, '0')}`)
}

/** The names of the feeds of which facts are expected then. */
export const feedsExpected = ({ feeds }: Pick<MonthFacts, 'feeds'>, ...times: Feed['expected'][]) =>
  feeds.filter(({ expected }) => expected && times.includes(expected)).map(({ name }) => name)
