import { type Finding, shown } from './check.ts'
import { daysOfFeed, type MonthFacts, sumOf } from './month-facts.ts'

/** Percent of what was received: more are worth a look. From the design. */
const MANY = 1
/** Percent of what was received: more can't be scored. From the design. */
const TOO_MANY = 5

/** Feeds of which many records were rejected, by the days that these name. */
export const manyRejections = (month: MonthFacts): Finding[] =>
  month.feeds.flatMap(({ name: feed }) => {
    const days = daysOfFeed(month, feed, [month.period])
    const [received, rejected] = [sumOf(days, 'received'), sumOf(days, 'rejected')]
    if (rejected * 100 <= MANY * received) return []
    const worst = days.toSorted((one, other) => other.rejected - one.rejected)[0]
    return [
      {
        id: `rejections:${feed}`,
        level: rejected * 100 > TOO_MANY * received ? 'block' : 'warning',
        value: rejected,
        expected: 0,
        about: { feed, whose: 'all' },
        sellers: null,
        sentence: `${feed}: ${rejected} of ${received} records of ${month.period} were rejected (${shown((rejected * 100) / received)} %), most of them on ${worst?.day} (${worst?.rejected}).`,
      },
    ]
  })
