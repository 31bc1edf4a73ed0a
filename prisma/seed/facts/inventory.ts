import { addDays, firstDay } from '../../../src/scoring/month.ts'
import type { SellerMonth } from '../behaviour.ts'
import { lastDay } from '../calendar.ts'
import { randomFor } from '../random.ts'

/** Mean units of an order. */
const UNITS = 1.8

/** The counts of a seller's stock in a month. Each lot has its share in percent and its age in days. */
export function inventory({ seller, calendar, period, days, volume, behaviour }: SellerMonth) {
  const { aged_share, stranded_share, weeks_when_short, weeks_in_stock } = behaviour
  const random = randomFor('inventory', seller.code, period)
  const lots = (count: number, percent: number, youngest: number, oldest: number, is_stranded = false) =>
    Array.from(
      { length: count },
      () => [percent / count, random.whole(youngest, oldest), is_stranded] as const,
    )
  const stock = [
    ...lots(2, aged_share, 185, 480),
    ...lots(1, stranded_share, 30, 120, true),
    ...lots(5, 100 - aged_share - stranded_share, 2, 140),
  ]
  const { chance, between } = randomFor('stock', seller.code)
  const weeks = chance(25) ? weeks_when_short : weeks_in_stock
  const pieces = Math.max(20, ((volume * UNITS * 7) / days.length) * weeks)
  const volumeOfPiece = between(0.002, 0.02)
  return [firstDay(period), `${period}-11`, `${period}-21`, lastDay(period)]
    .filter((date) => days.includes(date) && date < calendar.anchor)
    .flatMap((snapshot_on) =>
      stock.map(([percent, age, is_stranded], index) => {
        const quantity = Math.ceil((pieces * percent * random.between(0.94, 1.06)) / 100)
        return {
          seller_code: seller.code,
          warehouse_id: seller.record.primary_warehouse_id,
          sku: `${seller.code}-${index + 1}`,
          snapshot_on,
          received_on: addDays(firstDay(period), -age),
          quantity,
          volume_m3: Math.ceil(quantity * volumeOfPiece * 10_000) / 10_000,
          is_stranded,
        }
      }),
    )
}
