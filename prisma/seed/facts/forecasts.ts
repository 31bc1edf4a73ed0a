import { addDays, firstDay, HOUR_MS } from '../calendar.ts'
import { campaignOrders } from '../campaign-trade.ts'
import { type Conduct, conductOf } from '../conduct.ts'
import type { Month } from '../month.ts'
import { type Random, randomFor } from '../random.ts'
import type { DemoSeller } from '../sellers.ts'
import { plannedOrders, tradingDays } from '../volume.ts'

/** Days before a month, and before a campaign, on which the default records expect a forecast. */
const BASE_DAYS = 7
const CAMPAIGN_DAYS = 14

/** What a seller forecast for a month and for the campaigns that end in it, up to the anchor. */
export function forecasts(seller: DemoSeller, month: Month) {
  const { period, index } = month
  if (seller.archetype === 'quiet' || tradingDays(seller, period).length === 0) return []
  const conduct = conductOf(seller, period, index)
  if (!conduct.forecasts) return []
  const random = randomFor('forecasts', seller.code, period)
  const whole = {
    period,
    forecast_orders: missed(plannedOrders(seller, period), conduct, random),
    submitted: submission(seller, month, addDays(firstDay(period), -BASE_DAYS), conduct, random),
  }
  const ofCampaigns = campaignOrders(seller, month).flatMap(({ campaign, expected_orders }) => {
    if (random.chance(conduct.missing_forecast_rate / 100)) return []
    return {
      period: campaign.end_date.slice(0, 7),
      campaign_code: campaign.campaign_code,
      forecast_orders: missed(expected_orders, conduct, random),
      submitted: submission(seller, month, addDays(campaign.start_date, -CAMPAIGN_DAYS), conduct, random),
    }
  })
  return [whole, ...ofCampaigns].flatMap(({ submitted, ...forecast }) =>
    submitted < month.calendar.now
      ? [{ seller_code: seller.code, ...forecast, submitted_at: new Date(submitted).toISOString() }]
      : [],
  )
}

/** Too high somewhat more often than too low. */
function missed(actual: number, { forecast_error }: Conduct, random: Random): number {
  const error = (forecast_error / 100) * random.between(0.6, 1.4)
  return Math.max(0, Math.round(actual * (1 + (random.chance(0.6) ? error : -error))))
}

/** The instant of the submission; who is new hands in on the first day. */
function submission(
  { starts }: DemoSeller,
  { calendar }: Month,
  deadline: string,
  { late_forecast_rate, days_when_late }: Conduct,
  random: Random,
): number {
  const days = random.chance(late_forecast_rate / 100)
    ? Math.max(1, Math.round(days_when_late * random.between(0.4, 1.6)))
    : -random.whole(0, 6)
  const day = addDays(deadline, days)
  return calendar.startOf(day < starts ? starts : day) + random.between(8, 18) * HOUR_MS
}
