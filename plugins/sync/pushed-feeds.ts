import type { Feed } from '../../src/feeds/feed.ts'
import { decimalsOfCurrency } from '../../src/scoring/currency.ts'
import { type PushedFeed, pushedFacts } from './pushed-feed.ts'
import { sellers } from './sellers.ts'

/** Everything that can be pushed, with amounts of this currency. */
export function pushedFeeds(feeds: readonly Feed[], currency?: string): PushedFeed[] {
  const decimals = decimalsOfCurrency(currency)
  return [...feeds.map((feed) => pushedFacts(feed, decimals)), sellers]
}
