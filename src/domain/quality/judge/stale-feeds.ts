import type { Finding } from './check.ts'
import { datesOf, daysOfFeed, factsIn, feedsExpected, type MonthFacts, sumOf } from './month-facts.ts'

/** So many days at the end of a month must have a fact when nothing was pushed after it. From the design. */
const LAST_DAYS = 3

/**
 * Feeds whose facts have a day of their own and that were not pushed after the month had ended: its end may be missing.
 */
export const staleFeeds = (month: MonthFacts): Finding[] =>
  feedsExpected(month, 'every day', 'some days').flatMap((feed) => {
    const { period, is_over, last_push } = month
    const push = last_push.find((one) => one.feed === feed)
    if (!is_over || !push || push.after_month || factsIn(month, feed, period) <= 0) return []
    const last = datesOf(period).slice(-LAST_DAYS)
    const days = daysOfFeed(month, feed, [period]).filter(({ day }) => last.includes(day))
    const value = sumOf(days, 'facts')
    const block = value <= 0
    const nothing = block ? `, and there is nothing from ${last[0]} to ${last.at(-1)}` : ''
    return [
      {
        id: `stale_feed:${feed}`,
        level: block ? 'block' : 'warning',
        value,
        expected: null,
        about: { feed, whose: 'all' },
        sellers: null,
        sentence: `${feed}: the last push came on ${push.day}, before ${period} had ended${nothing}.`,
      },
    ]
  })
