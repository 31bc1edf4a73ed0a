import { addDays, firstDay } from '../../../src/scoring/month.ts'
import type { SellerMonth } from '../behaviour.ts'
import { HOUR_MS, monthOf } from '../calendar.ts'
import { randomFor } from '../random.ts'

/** The campaigns of a month that a seller takes part in, with the orders they bring it or will bring it. */
const campaignSales = ({ seller, calendar, campaigns, month, volume }: SellerMonth) =>
  campaigns
    .filter(({ end_date, status }) => monthOf(calendar, end_date) === month && status !== 'cancelled')
    .filter(({ start_date, end_date }) => seller.starts <= start_date && seller.ends > end_date)
    .flatMap((campaign) => {
      const random = randomFor('campaign', seller.code, campaign.campaign_code)
      const percent = campaign.campaign_type === 'major_campaign' ? 32 : 12
      const orders = Math.ceil((volume * percent * random.between(0.7, 1.3)) / 100)
      return random.chance(60) ? [{ ...campaign, orders }] : []
    })

/** What a seller sold in the campaigns that ended in a month. */
const actuals = (sellerMonth: SellerMonth) =>
  campaignSales(sellerMonth)
    .filter(({ end_date }) => end_date < sellerMonth.calendar.anchor)
    .map(({ campaign_code, orders }) => ({
      seller_code: sellerMonth.seller.code,
      campaign_code,
      actual_orders: orders,
      actual_units: Math.round(orders * 1.6),
    }))

/** Days before a month, and before a campaign, on which the default records expect a forecast. */
const BASE_DAYS = 7
const CAMPAIGN_DAYS = 14

/** What a seller forecast for a month and its campaigns: mostly in time, some late, some of campaigns not at all. */
export function forecasts(sellerMonth: SellerMonth) {
  const { seller, calendar, period, behaviour, volume } = sellerMonth
  if (volume === 0) return []
  const random = randomFor('forecasts', seller.code, period)
  const forMonth = { subject: { period }, deadline: addDays(firstDay(period), -BASE_DAYS), orders: volume }
  const forCampaigns = campaignSales(sellerMonth)
    .filter(() => !random.chance(behaviour.missing_forecast_rate))
    .map(({ campaign_code, start_date, end_date, orders }) => ({
      subject: { campaign_code, period: end_date.slice(0, 7) },
      deadline: addDays(start_date, -CAMPAIGN_DAYS),
      orders,
    }))
  return [forMonth, ...forCampaigns].flatMap(({ subject, deadline, orders }) => {
    const isLate = random.chance(behaviour.late_forecast_rate)
    const days = isLate ? Math.ceil(behaviour.days_when_late * random.between(0.4, 1.6)) : random.whole(-6, 0)
    const submitted = calendar.startOf(addDays(deadline, days)) + random.between(8, 18) * HOUR_MS
    const submitted_at = calendar.happened(submitted)
    // Too high somewhat more often than too low.
    const error = behaviour.forecast_error * random.between(0.6, 1.4) * (random.chance(60) ? 1 : -1)
    const forecast_orders = Math.max(0, Math.round(orders * (1 + error / 100)))
    return submitted_at ? [{ seller_code: seller.code, ...subject, forecast_orders, submitted_at }] : []
  })
}
export { actuals as 'campaign-actuals' }
