import type { Feed } from '../../feeds/feed.ts'
import { digits, named } from '../words/plainly.ts'
import { about, type Finding, shown } from './finding.ts'
import { datesOf, daysOfFeed, factsIn, type MonthFacts, sumOf } from './month-facts.ts'

/** A feed in use has been so in as many of the last months. From the design: 2 of 3. */
const IN_USE = 2

/** Percent of what is usual: fewer are worth a look. From the design. */
const FEW = 70
/** Percent of what is usual: fewer can't be scored. From the design. */
const TOO_FEW = 40
/** Percent of what is usual: more are worth a look, because records may have come twice. From the design. */
const MANY = 250

/** A day is missed when so many facts are usual on its weekday. From the design. */
const LEAST_USUAL = 10
/** So many missing days can't be scored. From the design. */
const TOO_MANY_DAYS = 3
/** A day that has fewer than this percent of what is usual on its weekday explains a part of a month's drop. */
const THIN = 50

/** So many days at the end of a month must have a fact when nothing was pushed after it. From the design. */
const LAST_DAYS = 3

/** Percent of what was received: more rejections are worth a look. From the design. */
const MANY_REJECTED = 1
/** Percent of what was received: more can't be scored. From the design. */
const TOO_MANY_REJECTED = 5

/** The names of the feeds of which facts are expected then. */
const feedsExpected = ({ feeds }: MonthFacts, ...times: Feed['expected'][]) =>
  feeds.filter(({ expected }) => expected && times.includes(expected)).map(({ name }) => name)

/** The feeds that have facts in every month, so that their volume can be compared from month to month. */
const monthlyFeeds = (month: MonthFacts) => feedsExpected(month, 'every day', 'some days', 'each month')

/** Feeds that were in use and have nothing in the month. Of campaigns there is something only where one has ended. */
export function missingFeeds(month: MonthFacts): Finding[] {
  const { period, before, campaigns_ended, is_over } = month
  const ofCampaigns = campaigns_ended > 0 ? feedsExpected(month, 'after campaigns') : []
  return [...monthlyFeeds(month), ...ofCampaigns].flatMap((feed) => {
    const used = before.filter((earlier) => factsIn(month, feed, earlier) > 0).toSorted()
    if (!is_over || used.length < IN_USE || factsIn(month, feed, period) > 0) return []
    const expected = median(used.map((earlier) => factsIn(month, feed, earlier)))
    return {
      ...{ id: `feed_missing:${feed}`, level: 'block', value: 0, expected, sellers: 'before' },
      sentence: `${feed}: there is nothing of ${period}, and there were facts of ${named(used)} (${digits(told(expected))} a month).`,
    }
  })
}

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
    const usually = told(expected)
    const percent = `${shown((value * 100) / expected)} %`
    const off = isFew
      ? `about ${digits(usually - value)} are missing${mostOn(month, feed)}`
      : `about ${digits(value - usually)} more than usual`
    return {
      ...{ id: `volume_drop:${feed}`, level: value * 100 < TOO_FEW * expected ? 'block' : 'warning' },
      ...{ value, expected, sellers: isFew ? 'fewer' : 'more' },
      sentence: `${feed}: ${period} has ${digits(value)}, where ${digits(usually)} are usual (${percent}); ${off}.`,
    }
  })

/** Where most are missing, of feeds that have something every day: days with far fewer facts than is usual. */
function mostOn(month: MonthFacts, feed: string) {
  if (!feedsExpected(month, 'every day').includes(feed)) return ''
  const days = usualDaysOf(month, feed)
    .filter(({ facts, usual }) => usual >= LEAST_USUAL && facts * 100 < THIN * usual)
    .toSorted((one, other) => other.usual - other.facts - (one.usual - one.facts))
    .map(({ day, facts, usual }) => `${day} (${digits(facts)} of ${about(usual)})`)
  return days.length > 0 ? `, most on ${named(days, 3)}` : ''
}

/** A median as sentences tell it and count with it: a half matters only where few are usual. */
const told = (median: number) => (median < 100 ? median : Math.round(median))

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** Days without any fact where there usually are some. In the running month only those before the last push. */
export const missingDays = (month: MonthFacts): Finding[] =>
  feedsExpected(month, 'every day').flatMap((feed) => {
    const missing = usualDaysOf(month, feed).filter(({ facts, usual }) => facts <= 0 && usual >= LEAST_USUAL)
    if (missing.length === 0) return []
    const usual = missing.reduce((sum, one) => sum + one.usual, 0)
    const days = missing.map((one) => `${one.day} (${about(one.usual)} usual on a ${weekdayOf(one.day)})`)
    return {
      ...{ id: `missing_day:${feed}`, level: missing.length >= TOO_MANY_DAYS ? 'block' : 'warning' },
      ...{ value: 0, expected: Math.round(usual * 100) / 100, sellers: 'all' },
      sentence: `${feed}: there is nothing on ${named(days)}; about ${about(usual)} are missing.`,
    }
  })

/** Each complete day of the month since the feed was in use, and the mean of the other days of its weekday. */
function usualDaysOf(month: MonthFacts, feed: string) {
  const { period, usual } = month
  const known = daysOfFeed(month, feed, [period, ...usual])
  const facts = new Map(known.map(({ day, facts }) => [day, facts]))
  const [first] = known.flatMap((one) => (one.facts > 0 ? one.day : [])).toSorted()
  if (first === undefined) return []
  const window = [period, ...usual]
    .flatMap(datesOf)
    .filter((day) => day >= first && isComplete(month, feed, day))
  return window
    .filter((day) => day.startsWith(period))
    .map((day) => {
      const others = window.filter((other) => other !== day && weekdayOf(other) === weekdayOf(day))
      const sum = others.reduce((all, other) => all + (facts.get(other) ?? 0), 0)
      return { day, facts: facts.get(day) ?? 0, usual: others.length > 0 ? sum / others.length : 0 }
    })
}

function isComplete({ is_over, today, last_push }: MonthFacts, feed: string, day: string) {
  if (is_over) return true
  const pushed = last_push.find((one) => one.feed === feed)?.day ?? ''
  return day < today && day < pushed
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const weekdayOf = (day: string) => WEEKDAYS[new Date(`${day}T00:00Z`).getUTCDay()]

/** Feeds whose facts have a day of their own, not pushed after the month had ended: its end may be missing. */
export const staleFeeds = (month: MonthFacts): Finding[] =>
  feedsExpected(month, 'every day', 'some days').flatMap((feed) => {
    const { period, is_over, last_push } = month
    const push = last_push.find((one) => one.feed === feed)
    if (!is_over || !push || push.after_month || factsIn(month, feed, period) <= 0) return []
    const last = datesOf(period).slice(-LAST_DAYS)
    const days = daysOfFeed(month, feed, [period]).filter(({ day }) => last.includes(day))
    const value = sumOf(days, 'facts')
    const nothing = value <= 0 ? `, and there is nothing from ${last[0]} to ${last.at(-1)}` : ''
    return {
      ...{ id: `stale_feed:${feed}`, level: value <= 0 ? 'block' : 'warning', value },
      ...{ expected: null, sellers: 'all' },
      sentence: `${feed}: the last push came on ${push.day}, before ${period} had ended${nothing}.`,
    }
  })

/** Feeds of which many records were rejected, by the days that these name. */
export const manyRejections = (month: MonthFacts): Finding[] =>
  month.feeds.flatMap(({ name: feed }) => {
    const days = daysOfFeed(month, feed, [month.period])
    const [received, value] = [sumOf(days, 'received'), sumOf(days, 'rejected')]
    if (value * 100 <= MANY_REJECTED * received) return []
    const worst = days.toSorted((one, other) => other.rejected - one.rejected)[0]
    return {
      ...{
        id: `rejections:${feed}`,
        level: value * 100 > TOO_MANY_REJECTED * received ? 'block' : 'warning',
      },
      ...{ value, expected: 0, sellers: 'all' },
      sentence: `${feed}: ${digits(value)} of ${digits(received)} records of ${month.period} were rejected (${shown((value * 100) / received)} %), most of them on ${worst?.day} (${digits(worst?.rejected ?? 0)}).`,
    }
  })
