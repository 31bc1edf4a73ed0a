import type { Feed } from './feed.ts'
import { campaignActuals } from './feeds/campaign-actuals.ts'
import { forecasts } from './feeds/forecasts.ts'
import { inventory } from './feeds/inventory.ts'
import { orders } from './feeds/orders.ts'
import { payments } from './feeds/payments.ts'
import { revenue } from './feeds/revenue.ts'
import { sellers } from './feeds/sellers.ts'
import { tickets } from './feeds/tickets.ts'

/** Everything that can be pushed. */
export const FEEDS: Feed[] = [
  orders,
  forecasts,
  campaignActuals,
  tickets,
  payments,
  inventory,
  revenue,
  sellers,
]

export const FEED_NAMES = FEEDS.map(({ name }) => name)
