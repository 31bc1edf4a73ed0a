import { campaignsOf } from './base-data.ts'
import { sellerMonth } from './behaviour.ts'
import { calendarOf, lastDay } from './calendar.ts'
import { inventory } from './facts/inventory.ts'
import { payments } from './facts/payments.ts'
import { actuals, forecasts } from './facts/planning.ts'
import { orders, revenue, tickets } from './facts/trade.ts'
import { sellerOf } from './sellers.ts'

/**
 * The demo as it would be made on a day: everything else follows from that day, for ever the same.
 * @param anchor that day, YYYY-MM-DD in the business time zone
 */
export function planDemo(anchor: string, timeZone: string, count: number) {
  const calendar = calendarOf(anchor, timeZone)
  const sellers = Array.from({ length: count }, (_, index) => sellerOf(calendar, index + 1))
  return { calendar, campaigns: campaignsOf(calendar), sellers }
}
export type Demo = ReturnType<typeof planDemo>

/** The sellers known at the end of a month of the demo (0 is the oldest), each with the status it has then. */
export function sellersKnown({ calendar, sellers }: Demo, month: number) {
  const end = lastDay(calendar.periods[month] as string)
  const known = sellers.filter(({ starts }) => starts <= end)
  return known.map(({ record, ends, endsAs }) => ({ ...record, status: ends <= end ? endsAs : 'active' }))
}

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
