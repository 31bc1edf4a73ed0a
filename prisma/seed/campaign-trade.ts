import type { Campaign } from './campaigns.ts'
import type { Month } from './month.ts'
import { randomFor } from './random.ts'
import type { DemoSeller } from './sellers.ts'
import { plannedOrders } from './volume.ts'

const TAKES_PART = 0.6
/** Which share of a month's orders a campaign brings. */
const SHARE = { major_campaign: 0.32, mini_campaign: 0.12 }

/**
 * The campaigns a seller takes part in, of those that end in the month, and the orders they bring or would bring. The
 * running month has those that are still to come as well.
 */
export const campaignOrders = (seller: DemoSeller, month: Month) =>
  month.campaigns.flatMap((campaign) => {
    if (campaign.status === 'cancelled' || !belongsTo(campaign, month) || seller.starts > campaign.start_date)
      return []
    if (seller.leaves && seller.leaves.on <= campaign.end_date) return []
    const random = randomFor('campaign', seller.code, campaign.campaign_code)
    if (!random.chance(TAKES_PART)) return []
    const trade = plannedOrders(seller, month.period) * SHARE[campaign.campaign_type]
    return [{ campaign, expected_orders: Math.max(1, Math.round(trade * random.between(0.7, 1.3))) }]
  })

function belongsTo({ end_date }: Campaign, { period, isRunning }: Month) {
  const endsIn = end_date.slice(0, 7)
  return endsIn === period || (isRunning && endsIn > period)
}
