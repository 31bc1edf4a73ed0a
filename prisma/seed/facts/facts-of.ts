import { FEEDS } from '../../../src/feeds/index.ts'
import { type SellerMonth, sellerMonth } from '../behaviour.ts'
import type { Demo } from '../demo.ts'
import * as stock from './payments.ts'
import * as trade from './trade.ts'

/** What makes the facts of a feed: the function of its name. */
const MADE: Record<string, (month: SellerMonth) => object[]> = { ...trade, ...stock }
/** Quiet sellers have no other facts, and so stay without a rating. */
const QUIET_FEEDS = ['orders', 'payments', 'revenue']

/** What each feed pushes in a month of the demo, as it stands at the anchor. */
export function factsOf(demo: Demo, month: number): { feed: string; records: object[] }[] {
  const months = demo.sellers.map((seller) => sellerMonth(demo, seller, month))
  return FEEDS.map(({ name }) => ({
    feed: name,
    records: months
      .filter(({ seller }) => seller.archetype !== 'quiet' || QUIET_FEEDS.includes(name))
      .flatMap((each) => MADE[name]?.(each) ?? []),
  }))
}
