import { datesOf } from '../calendar.ts'
import type { Month } from '../month.ts'
import { randomFor } from '../random.ts'
import type { DemoSeller } from '../sellers.ts'
import { plannedOrders } from '../volume.ts'

/** What a seller turned over in a month, before the anchor. */
export function revenue(seller: DemoSeller, { calendar, period }: Month) {
  const basket = randomFor('basket', seller.code).between(24, 95)
  const days = datesOf(period)
  const passed = days.filter((date) => date < calendar.anchor).length / days.length
  const amount =
    plannedOrders(seller, period) *
    basket *
    passed *
    randomFor('revenue', seller.code, period).normal(1, 0.04)
  return amount > 0 ? [{ seller_code: seller.code, period, amount: Math.round(amount * 100) / 100 }] : []
}
