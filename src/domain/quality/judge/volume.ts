import { about, type Finding, named, shown } from './check.ts'
import { thinDays } from './missing-days.ts'
import { factsIn, feedsExpected, type MonthFacts } from './month-facts.ts'

/** Percent of what is usual: fewer are worth a look. From the design. */
const FEW = 70
/** Percent of what is usual: fewer can't be scored. From the design. */
const TOO_FEW = 40
/** Percent of what is usual: more are worth a look, because records may have come twice. From the design. */
const MANY = 250

/** A feed in use has been so in as many of the last months. From the design: 2 of 3. */
const IN_USE = 2

/** The feeds that have facts in every month, so that their volume can be compared from month to month. */
const monthlyFeeds = (month: MonthFacts) => feedsExpected(month, 'every day', 'some days', 'each month')

/** Feeds that were in use and have nothing in the month. Of campaigns there is something only where one has ended. */
export const missingFeeds = (month: MonthFacts): Finding[] =>
  [...monthlyFeeds(month), ...feedsExpected(month, 'after campaigns')].flatMap((feed) => {
    const { period, before, campaigns_ended } = month
    if (campaigns_ended === 0 && !monthlyFeeds(month).includes(feed)) return []
    const used = before.filter((earlier) => factsIn(month, feed, earlier) > 0).toSorted()
    if (!month.is_over || used.length < IN_USE || factsIn(month, feed, period) > 0) return []
    const expected = median(used.map((earlier) => factsIn(month, feed, earlier)))
    return [
      {
        id: `feed_missing:${feed}`,
        level: 'block',
        value: 0,
        expected,
        about: { feed, whose: 'before' },
        sellers: null,
        sentence: `${feed}: there is nothing of ${period}, and there were facts of ${named(used)} (${about(expected)} a month).`,
      },
    ]
  })

/** Feeds that have far fewer or more facts than is usual. One that has none is missing, which is another check. */
export const unusualVolumes = (month: MonthFacts): Finding[] =>
  monthlyFeeds(month).flatMap((feed) => {
    const { period, usual, is_over } = month
    const value = factsIn(month, feed, period)
    const earlier = usual.map((one) => factsIn(month, feed, one)).filter((facts) => facts > 0)
    if (!is_over || value <= 0 || earlier.length === 0) return []
    const expected = median(earlier)
    const isFew = value * 100 < FEW * expected
    if (!isFew && value * 100 <= MANY * expected) return []
    const percent = `${shown((value * 100) / expected)} %`
    const off = isFew
      ? `about ${about(expected - value)} are missing${mostOn(month, feed)}`
      : `about ${about(value - expected)} more than usual`
    return [
      {
        id: `volume_drop:${feed}`,
        level: value * 100 < TOO_FEW * expected ? 'block' : 'warning',
        value,
        expected,
        about: { feed, whose: isFew ? 'fewer' : 'more' },
        sellers: null,
        sentence: `${feed}: ${period} has ${value}, where ${about(expected)} are usual (${percent}); ${off}.`,
      },
    ]
  })

/** Where most are missing, of feeds that have something every day. */
function mostOn(month: MonthFacts, feed: string) {
  const days = thinDays(month, feed)
  return days.length > 0 ? `, most on ${named(days, 3)}` : ''
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
