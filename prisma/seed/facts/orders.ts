import { addDays, HOUR_MS, happened, MINUTE_MS } from '../calendar.ts'
import { type Conduct, conductOf } from '../conduct.ts'
import type { Month } from '../month.ts'
import { type Random, randomFor } from '../random.ts'
import type { DemoSeller } from '../sellers.ts'
import { byDay, plannedOrders, tradingDays } from '../volume.ts'

/** How many of a hundred orders somebody else than the seller cancels. */
const OTHERS_CANCEL = 1.5

/** The orders of a seller in a month, up to the anchor. */
export function orders(seller: DemoSeller, { calendar, period, index }: Month) {
  const random = randomFor('orders', seller.code, period)
  const conduct = conductOf(seller, period, index)
  const seen = (instant: number) => happened(calendar, instant)
  return byDay(tradingDays(seller, period), plannedOrders(seller, period))
    .filter(({ date }) => date < calendar.anchor)
    .flatMap(({ date, count }) => {
      const opening = calendar.startOf(date)
      const readyBy = calendar.startOf(addDays(date, 2)) + 17 * HOUR_MS
      return Array.from({ length: count }, (_, position) => {
        const ordered = opening + random.whole(7 * 60, 22 * 60) * MINUTE_MS
        return {
          order_code: `${seller.code}-${date.slice(2).replaceAll('-', '')}-${position + 1}`,
          seller_code: seller.code,
          ordered_at: new Date(ordered).toISOString(),
          warehouse_id: seller.warehouse_id,
          units: random.chance(0.6) ? 1 : random.whole(2, 4),
          ready_by: new Date(readyBy).toISOString(),
          has_data_error: random.chance(conduct.data_error_rate / 100),
          ...fate(conduct, random, ordered, readyBy, seen),
        }
      })
    })
}

/** Cancelled or made ready, in time or not, as far as it has happened. */
function fate(
  { cancel_rate, on_time_rate }: Conduct,
  random: Random,
  ordered: number,
  readyBy: number,
  seen: (instant: number) => string | undefined,
) {
  const luck = random.unit() * 100
  if (luck < cancel_rate + OTHERS_CANCEL) {
    const cancelled_at = seen(ordered + random.between(1, 30) * HOUR_MS)
    const others = ['customer', 'customer', 'operator', 'carrier']
    return cancelled_at
      ? { cancelled_at, cancel_fault: luck < cancel_rate ? 'seller' : random.pick(others) }
      : {}
  }
  const inTime = random.chance(on_time_rate / 100)
  const ready = inTime
    ? random.between(ordered + HOUR_MS, readyBy)
    : readyBy + random.between(1, 60) * HOUR_MS
  return { ready_at: seen(ready) }
}
