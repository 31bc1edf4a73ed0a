import type { Feed } from '../../../src/feeds/feed.ts'
import { type FeedWithSums, isScored } from '../../../src/feeds/sums-queries.ts'
import type { Metric } from '../../../src/scoring/metrics.ts'

/** The facts of one feed behind a metric, and what a fact adds to its numerator and denominator; null: nothing. */
export interface MetricRows {
  feed: FeedWithSums
  /** The names in `counted`. */
  numerator: string | null
  denominator: string | null
}

/** The facts behind a metric: of the feed that its numerator is of, then of that of its denominator. */
export function rowsOfMetric(feeds: readonly Feed[], { rows }: Metric): MetricRows[] {
  const { numerator, denominator } = rows
  const read = new Set([feedWith(feeds, numerator), feedWith(feeds, denominator)])
  return [...read].map((feed) => ({
    feed,
    numerator: has(feed, numerator) ? numerator : null,
    denominator: has(feed, denominator) ? denominator : null,
  }))
}

const has = ({ scored: { sums, amounts = {} } }: FeedWithSums, name: string) =>
  name in sums || name in amounts

function feedWith(feeds: readonly Feed[], name: string): FeedWithSums {
  const feed = feeds.filter(isScored).find((one) => has(one, name))
  if (!feed) throw new RangeError(`No feed adds ${name} up`)
  return feed
}
