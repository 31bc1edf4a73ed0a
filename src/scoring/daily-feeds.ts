import { SCORED, type SumOf } from './scored-feeds.ts'

/**
 * The feeds whose facts come day by day: a month begins without any of them, and they grow with it. The type of
 * `expected` in src/feeds/ follows.
 */
export const DAILY_FEEDS = ['orders', 'tickets', 'returns'] as const
export type DailyFeed = (typeof DAILY_FEEDS)[number]

/** Their sums. */
export type DailySum = { [Feed in DailyFeed]: SumOf<Feed> }[DailyFeed]
export const DAILY_SUMS = DAILY_FEEDS.flatMap((feed) => Object.keys(SCORED[feed].sums) as DailySum[])
