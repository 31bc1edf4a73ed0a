import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { addDays, firstDay } from '../../../src/scoring/month.ts'
import type { SellerMonth } from '../behaviour.ts'
import { HOUR_MS, monthOf } from '../calendar.ts'
import { randomFor } from '../random.ts'

/** How many of a hundred orders are cancelled, bring a ticket and come back by the fault of others; and whose. */
const OTHERS_CANCEL = 1.5
const OTHERS_TICKETS = 3
const OTHERS_RETURNS = 4
const OTHERS = ['customer', 'customer', 'operator', 'carrier']

/** The dates of so many things in the month, in order, up to the anchor: weekdays have twice as many as weekends. */
function datesFor({ days, calendar }: SellerMonth, count: number): string[] {
  const places = days.flatMap((date) => (new Date(date).getUTCDay() % 6 === 0 ? [date] : [date, date]))
  const dates = Array.from(
    { length: count },
    (_, index) => places[Math.floor((index * places.length) / count)],
  )
  return dates.filter((date) => date !== undefined && date < calendar.anchor) as string[]
}

/** The orders of a seller in a month: cancelled or made ready, in time or not, as far as it has happened. */
export function orders(sellerMonth: SellerMonth) {
  const { seller, calendar, period, behaviour, volume } = sellerMonth
  const random = randomFor('orders', seller.code, period)
  return datesFor(sellerMonth, volume).map((date, index) => {
    const ordered = calendar.startOf(date) + random.between(7, 22) * HOUR_MS
    const readyBy = calendar.startOf(addDays(date, 2)) + 17 * HOUR_MS
    const isOnTime = random.chance(behaviour.on_time_rate)
    const late = readyBy + random.between(1, 60) * HOUR_MS
    const ready_at = calendar.happened(isOnTime ? random.between(ordered + HOUR_MS, readyBy) : late)
    const others = random.chance(OTHERS_CANCEL) ? random.pick(OTHERS) : undefined
    const cancel_fault = random.chance(behaviour.cancel_rate) ? 'seller' : others
    const cancelled_at = calendar.happened(ordered + random.between(1, 30) * HOUR_MS)
    return {
      order_code: `${seller.code}-${period}-${index + 1}`,
      seller_code: seller.code,
      warehouse_id: seller.record.primary_warehouse_id,
      units: random.chance(60) ? 1 : random.whole(2, 4),
      has_data_error: random.chance(behaviour.data_error_rate),
      ordered_at: new Date(ordered).toISOString(),
      ready_by: new Date(readyBy).toISOString(),
      ...(cancel_fault ? cancelled_at && { cancelled_at, cancel_fault } : { ready_at }),
    }
  })
}

/** The tickets about a seller that were opened in a month. */
export function tickets(sellerMonth: SellerMonth) {
  const { seller, calendar, period, behaviour, volume } = sellerMonth
  const random = randomFor('tickets', seller.code, period)
  const rate = behaviour.ticket_rate + OTHERS_TICKETS
  const count = Math.round((volume * rate * random.between(0.8, 1.2)) / 100)
  return datesFor(sellerMonth, count).map((date, index) => {
    const opened = calendar.startOf(date) + random.between(6, 23) * HOUR_MS
    // The default helpdesk records allow 8 to 24 hours for a reply and 48 to 120 to resolve a ticket.
    const reply = random.chance(behaviour.reply_rate) ? random.between(1, 8) : random.between(25, 60)
    const resolve = random.chance(behaviour.overdue_rate) ? random.between(121, 300) : random.between(8, 47)
    return {
      ticket_code: `T-${seller.code}-${period}-${index + 1}`,
      seller_code: seller.code,
      category: random.pick(['delivery', 'question', 'complaint', 'return']),
      fault: random.between(0, rate) < OTHERS_TICKETS ? random.pick(OTHERS) : 'seller',
      opened_at: new Date(opened).toISOString(),
      replied_at: calendar.happened(opened + reply * HOUR_MS),
      resolved_at: calendar.happened(opened + Math.max(reply, resolve) * HOUR_MS),
    }
  })
}

/** What came back to a seller in a month, of orders of the month before: worse sellers have more, by their own fault. */
export function returns(sellerMonth: SellerMonth) {
  const { seller, calendar, period, behaviour, volume } = sellerMonth
  const random = randomFor('returns', seller.code, period)
  const rate = OTHERS_RETURNS + behaviour.data_error_rate
  const count = Math.round((volume * rate * random.between(0.8, 1.2)) / 100)
  return datesFor(sellerMonth, count).map((date, index) => ({
    return_code: `R-${seller.code}-${period}-${index + 1}`,
    seller_code: seller.code,
    order_code: `${seller.code}-${shiftPeriod(period, -1)}-${random.whole(1, volume)}`,
    returned_at: calendar.happened(calendar.startOf(date) + random.between(8, 20) * HOUR_MS),
    reason: random.pick(['changed mind', 'too small', 'damaged', 'wrong article']),
    fault: random.between(0, rate) < OTHERS_RETURNS ? random.pick(OTHERS) : 'seller',
    warehouse_id: seller.record.primary_warehouse_id,
  }))
}

/** What a seller turned over in a month, up to the anchor. */
export function revenue(sellerMonth: SellerMonth) {
  const { seller, period, volume } = sellerMonth
  const basket = randomFor('basket', seller.code).whole(24, 95)
  const amount = datesFor(sellerMonth, volume).length * basket
  return amount > 0 ? [{ seller_code: seller.code, period, amount }] : []
}

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
