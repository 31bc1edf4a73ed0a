import { campaignActuals } from './campaign-actuals.ts'
import type { Feed } from './feed.ts'
import { forecasts } from './forecasts.ts'
import { inventory } from './inventory.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { returns } from './returns.ts'
import { revenue } from './revenue.ts'
import { tickets } from './tickets.ts'

/** The feeds of facts, in the order of the documentation. */
export const FEEDS: readonly Feed[] = [
  orders,
  forecasts,
  campaignActuals,
  tickets,
  payments,
  inventory,
  revenue,
  returns,
]
