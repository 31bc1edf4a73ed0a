import { type Calendar, calendarOf, lastDay } from './calendar.ts'
import { type Campaign, campaignsOf } from './campaigns.ts'
import { campaignActuals } from './facts/campaign-actuals.ts'
import { forecasts } from './facts/forecasts.ts'
import { inventory } from './facts/inventory.ts'
import { orders } from './facts/orders.ts'
import { payments } from './facts/payments.ts'
import { revenue } from './facts/revenue.ts'
import { tickets } from './facts/tickets.ts'
import { monthOf } from './month.ts'
import { type DemoSeller, sellersOf } from './sellers.ts'

export const DEMO_SELLERS = 200

/** The demo as it would be made on a day: everything else follows from that day, for ever the same. */
export interface Demo {
  calendar: Calendar
  campaigns: Campaign[]
  sellers: DemoSeller[]
}

/** @param anchor YYYY-MM-DD in the business time zone */
export function planDemo(anchor: string, timeZone: string, sellers = DEMO_SELLERS): Demo {
  const calendar = calendarOf(anchor, timeZone)
  return { calendar, campaigns: campaignsOf(calendar), sellers: sellersOf(calendar, sellers) }
}

/** The sellers known at the end of a month of the demo (0 is the oldest), each with the status it has then. */
export function sellersKnown({ calendar, sellers }: Demo, index: number) {
  const end = lastDay(calendar.periods[index] as string)
  return sellers
    .filter(({ starts }) => starts <= end)
    .map(({ record, leaves }) => ({
      ...record,
      status: leaves && leaves.on <= end ? leaves.status : 'active',
    }))
}

/** Each feed of facts and what it is made by, in the order in which they are pushed. */
const FEEDS = {
  forecasts,
  orders,
  'campaign-actuals': campaignActuals,
  tickets,
  payments,
  inventory,
  revenue,
}
export type Feed = keyof typeof FEEDS

/** What each feed pushes in a month of the demo. A seller brings nothing before it starts or after it leaves. */
export function factsOf(
  { calendar, campaigns, sellers }: Demo,
  index: number,
): { feed: Feed; records: object[] }[] {
  const month = monthOf(calendar, campaigns, index)
  const end = lastDay(month.period)
  const present = sellers.filter(({ starts }) => starts <= end)
  return (Object.keys(FEEDS) as Feed[]).map((feed) => ({
    feed,
    records: present.flatMap((seller): object[] => FEEDS[feed](seller, month)),
  }))
}
