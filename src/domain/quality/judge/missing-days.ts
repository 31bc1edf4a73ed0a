import { about, type Finding, named } from './check.ts'
import { datesOf, daysOfFeed, type FeedDay, feedsExpected, type MonthFacts } from './month-facts.ts'

/** A day is missed when so many facts are usual on its weekday. From the design. */
const LEAST_USUAL = 10
/** So many missing days can't be scored. From the design. */
const TOO_MANY_DAYS = 3

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Days without any fact where there usually are some. In the running month only those before the last push. */
export const missingDays = (month: MonthFacts): Finding[] =>
  feedsExpected(month, 'every day').flatMap((feed) => {
    const missing = missingDaysOf(month, feed)
    if (missing.length === 0) return []
    const usual = missing.reduce((sum, one) => sum + one.usual, 0)
    const days = missing.map((one) => `${one.day} (${about(one.usual)} usual on a ${weekdayOf(one.day)})`)
    return [
      {
        id: `missing_day:${feed}`,
        level: missing.length >= TOO_MANY_DAYS ? 'block' : 'warning',
        value: 0,
        expected: Math.round(usual * 100) / 100,
        about: { feed, whose: 'all' },
        sellers: null,
        sentence: `${feed}: there is nothing on ${named(days)}; about ${about(usual)} are missing.`,
      },
    ]
  })

/** A day that has fewer than this percent of what is usual on its weekday explains a part of a month's drop. */
const THIN = 50

/** The days of a month with far fewer facts than is usual on their weekday, those that miss most first. */
export function thinDays(month: MonthFacts, feed: string): string[] {
  if (!feedsExpected(month, 'every day').includes(feed)) return []
  return usualDaysOf(month, feed)
    .filter(({ facts, usual }) => usual >= LEAST_USUAL && facts * 100 < THIN * usual)
    .toSorted((one, other) => other.usual - other.facts - (one.usual - one.facts))
    .map(({ day, facts, usual }) => `${day} (${facts} of ${about(usual)})`)
}

const missingDaysOf = (month: MonthFacts, feed: string) =>
  usualDaysOf(month, feed).filter(({ facts, usual }) => facts <= 0 && usual >= LEAST_USUAL)

/** Each complete day of the month, and the mean of the other days of its weekday. */
function usualDaysOf(month: MonthFacts, feed: string) {
  const { period, usual } = month
  const known = daysOfFeed(month, feed, [period, ...usual])
  const facts = new Map(known.map(({ day, facts }) => [day, facts]))
  const first = firstOf(known)
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

/** The first day that has a fact: before it the feed was not in use. */
const firstOf = (days: readonly FeedDay[]) =>
  days
    .filter(({ facts }) => facts > 0)
    .map(({ day }) => day)
    .toSorted()[0]

function isComplete({ is_over, today, last_push }: MonthFacts, feed: string, day: string) {
  if (is_over) return true
  const pushed = last_push.find((one) => one.feed === feed)?.day ?? ''
  return day < today && day < pushed
}

const weekdayOf = (day: string) => WEEKDAYS[new Date(`${day}T00:00Z`).getUTCDay()]
