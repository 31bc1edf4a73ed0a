import { HOUR_MS, happened, MINUTE_MS } from '../calendar.ts'
import { type Conduct, conductOf } from '../conduct.ts'
import type { Month } from '../month.ts'
import { type Random, randomFor } from '../random.ts'
import type { DemoSeller } from '../sellers.ts'
import { byDay, plannedOrders, tradingDays } from '../volume.ts'

/** A category and the hours that the default helpdesk records allow it, as often as it occurs in twenty tickets. */
const category = (name: string, times: number, reply: number, resolve: number) =>
  Array.from({ length: times }, () => ({ name, reply, resolve }))
const CATEGORIES = [
  ...category('delivery', 7, 24, 72),
  ...category('question', 5, 24, 120),
  ...category('complaint', 4, 8, 48),
  ...category('return', 4, 24, 72),
]
/** The mean of their weights in the default records: 1, 0.5, 2 and 1. */
const MEAN_WEIGHT = 1.075
/** Tickets per hundred orders for which somebody else is to blame. */
const OTHERS_RATE = 3

/** The tickets about a seller that were opened in a month, up to the anchor. */
export function tickets(seller: DemoSeller, { calendar, period, index }: Month) {
  if (seller.archetype === 'quiet') return []
  const random = randomFor('tickets', seller.code, period)
  const conduct = conductOf(seller, period, index)
  const rate = conduct.ticket_rate / MEAN_WEIGHT
  const count = Math.round(
    (random.normal(1, 0.12) * plannedOrders(seller, period) * (rate + OTHERS_RATE)) / 100,
  )
  const seen = (instant: number) => happened(calendar, instant)
  return byDay(tradingDays(seller, period), count)
    .filter(({ date }) => date < calendar.anchor)
    .flatMap(({ date, count }) =>
      Array.from({ length: count }, (_, position) => {
        const opened = calendar.startOf(date) + random.whole(6 * 60, 23 * 60) * MINUTE_MS
        const { name, ...hours } = random.pick(CATEGORIES)
        return {
          ticket_code: `T-${seller.code.slice(2)}-${date.slice(2).replaceAll('-', '')}-${position + 1}`,
          seller_code: seller.code,
          category: name,
          fault: random.chance(rate / (rate + OTHERS_RATE))
            ? 'seller'
            : random.pick(['operator', 'carrier', 'customer']),
          opened_at: new Date(opened).toISOString(),
          ...handling(conduct, random, opened, hours, seen),
        }
      }),
    )
}

/** When it was replied to and resolved, as far as that has happened. */
function handling(
  { reply_rate, overdue_rate }: Conduct,
  random: Random,
  opened: number,
  hours: { reply: number; resolve: number },
  seen: (instant: number) => string | undefined,
) {
  const inTime = random.chance(reply_rate / 100)
  const reply = hours.reply * (inTime ? random.between(0.2, 0.9) : random.between(1.1, 2.5))
  const overdue = random.chance(overdue_rate / 100)
  const resolve = hours.resolve * (overdue ? random.between(1.2, 4) : random.between(0.5, 0.98))
  return {
    replied_at: seen(opened + reply * HOUR_MS),
    resolved_at: seen(opened + Math.max(reply, resolve) * HOUR_MS),
  }
}
