import { sellerMonth } from '../behaviour.ts'
import type { Demo } from '../demo.ts'
import { inventory } from './inventory.ts'
import { payments } from './payments.ts'
import { actuals, forecasts } from './planning.ts'
import { orders, revenue, tickets } from './trade.ts'

/** In the order in which they are pushed. */
const FEEDS = { forecasts, orders, 'campaign-actuals': actuals, tickets, payments, inventory, revenue }
export type Feed = keyof typeof FEEDS
/** Quiet sellers have no other facts, and so stay without a rating. */
const QUIET_FEEDS: Feed[] = ['orders', 'payments', 'revenue']

/** What each feed pushes in a month of the demo, as it stands at the anchor. */
export function factsOf(demo: Demo, month: number): { feed: Feed; records: object[] }[] {
  const months = demo.sellers.map((seller) => sellerMonth(demo, seller, month))
  return (Object.keys(FEEDS) as Feed[]).map((feed) => ({
    feed,
    records: months
      .filter(({ seller }) => seller.archetype !== 'quiet' || QUIET_FEEDS.includes(feed))
      .flatMap((each): object[] => FEEDS[feed](each)),
  }))
}
