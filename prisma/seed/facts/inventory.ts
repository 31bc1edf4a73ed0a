import { addDays, daysIn, firstDay, lastDay } from '../calendar.ts'
import { type Conduct, conductOf } from '../conduct.ts'
import type { Month } from '../month.ts'
import { type Random, randomFor } from '../random.ts'
import type { DemoSeller } from '../sellers.ts'
import { plannedOrders } from '../volume.ts'

/** Days of the month on which stock is counted, the last day beside them. */
const COUNT_DAYS = ['01', '11', '21']
/** Mean units of an order, see orders. */
const UNITS = 1.8

interface Lot {
  sku: string
  share: number
  received_on: string
  is_stranded: boolean
}

/** The counts of a seller's stock in a month, before the anchor. */
export function inventory(seller: DemoSeller, { calendar, period, index }: Month) {
  if (seller.archetype === 'quiet') return []
  const random = randomFor('inventory', seller.code, period)
  const conduct = conductOf(seller, period, index)
  const lots = lotsOf(seller, period, conduct, random)
  const weeks = randomFor('stock', seller.code).chance(0.25)
    ? conduct.weeks_when_short
    : conduct.weeks_in_stock
  const weekly = (plannedOrders(seller, period) * UNITS * 7) / daysIn(period)
  const volumeOfPiece = randomFor('piece', seller.code).between(0.002, 0.02)
  return [...COUNT_DAYS.map((day) => `${period}-${day}`), lastDay(period)]
    .filter(
      (date) =>
        date >= seller.starts && date < (seller.leaves?.on ?? calendar.anchor) && date < calendar.anchor,
    )
    .flatMap((snapshot_on) => {
      const total = Math.max(20, weekly * weeks * random.between(0.94, 1.06))
      return lots
        .filter(({ received_on }) => received_on <= snapshot_on)
        .map(({ share, ...lot }) => {
          const quantity = Math.max(1, Math.round(total * share))
          return {
            seller_code: seller.code,
            warehouse_id: seller.warehouse_id,
            snapshot_on,
            ...lot,
            quantity,
            volume_m3: Math.round(quantity * volumeOfPiece * 10_000) / 10_000,
          }
        })
    })
}

/** Aged lots that hold the aged share, a stranded one, and fresh ones that hold the rest. */
function lotsOf(seller: DemoSeller, period: string, conduct: Conduct, random: Random): Lot[] {
  const aged = conduct.aged_share / 100
  const stranded = conduct.stranded_share / 100
  const fresh = 1 - aged - stranded
  const [agedLots, freshLots] = [random.whole(1, 3), random.whole(4, 8)]
  const parts = [
    ...parted(aged, agedLots).map((share) => ({ share, age: random.whole(185, 480), is_stranded: false })),
    { share: stranded, age: random.whole(30, 120), is_stranded: true },
    ...parted(fresh, freshLots).map((share) => ({ share, age: random.whole(2, 140), is_stranded: false })),
  ]
  return parts.map(({ share, age, is_stranded }, position) => ({
    sku: `${seller.code}-${String(position + 1).padStart(2, '0')}`,
    share,
    received_on: addDays(firstDay(period), -age),
    is_stranded,
  }))
}

/** A share in so many parts, each larger than the one after it. */
function parted(share: number, parts: number): number[] {
  const total = (parts * (parts + 1)) / 2
  return Array.from({ length: parts }, (_, part) => (share * (parts - part)) / total)
}
