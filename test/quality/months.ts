import { datesOf, type FeedDay, type MonthFacts } from '../../src/domain/quality/month-facts.ts'
import { FEEDS } from '../../src/feeds/index.ts'

/** May 2026, over for days, with every feed pushed since, and nothing in it. */
export const MAY: MonthFacts = {
  period: '2026-05',
  feeds: FEEDS,
  is_over: true,
  today: '2026-06-03',
  usual: ['2026-04', '2026-03', '2026-02'],
  before: ['2026-04', '2026-03', '2026-02'],
  days: [],
  last_push: (['orders', 'forecasts', 'tickets', 'payments', 'inventory'] as const).map((feed) => ({
    feed,
    day: '2026-06-02',
    after_month: true,
  })),
  campaigns_ended: 0,
}

/** A day of a feed on which all that came was stored. */
export const dayOf = (feed: string, day: string, facts: number, more: Partial<FeedDay> = {}): FeedDay => ({
  feed,
  day,
  facts,
  received: facts,
  rejected: 0,
  ...more,
})

/** A whole month of a feed on its first day. */
export const monthly = (feed: string, months: Record<string, number>): FeedDay[] =>
  Object.entries(months).map(([period, facts]) => dayOf(feed, `${period}-01`, facts))

/** The same number on every day of some months. */
export const daily = (feed: string, periods: string[], facts: number): FeedDay[] =>
  periods.flatMap(datesOf).map((day) => dayOf(feed, day, facts))

/** What was found, in short. */
export const short = (findings: { id: string; level: string }[]) =>
  findings.map(({ id, level }) => `${level} ${id}`)
