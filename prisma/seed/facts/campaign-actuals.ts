import { campaignOrders } from '../campaign-trade.ts'
import type { Month } from '../month.ts'
import type { DemoSeller } from '../sellers.ts'

/** What a seller sold in the campaigns that ended in a month, before the anchor. */
export const campaignActuals = (seller: DemoSeller, month: Month) =>
  seller.archetype === 'quiet'
    ? []
    : campaignOrders(seller, month)
        .filter(({ campaign }) => campaign.end_date < month.calendar.anchor)
        .map(({ campaign, expected_orders }) => ({
          seller_code: seller.code,
          campaign_code: campaign.campaign_code,
          actual_orders: expected_orders,
          actual_units: Math.round(expected_orders * 1.6),
        }))
