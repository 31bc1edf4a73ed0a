import t from 'tap'
import { randomFor } from '../../prisma/seed/random.ts'
import { monthUntilNow, type ScoredMonth } from '../../src/feeds/scored-month.ts'
import { factsDatabase } from './a-facts-database.ts'
import {
  countedWorlds,
  EDGES,
  HOUR,
  makeWorlds,
  monthAt,
  SELLER_IDS,
  SELLERS,
  sameWorlds,
} from './counted-worlds.ts'
import { halfYearIn } from './months.ts'
import { aggregateOrders } from './sums.ts'

// What becomes of an order counts in the month in which it falls due or happens, and in no other one.

const { db, seller } = await factsDatabase(t)

interface Order {
  seller_id: number
  ordered_at: number
  ready_by: number | null
  ready_at: number | null
  cancelled_at: number | null
  cancel_fault: string | null
}

/** Worlds of a seller each: orders from January to March, every other instant near to the edge of a month. */
function randomOrders(seed: string): Order[] {
  const { chance, pick, whole } = randomFor(seed)
  const near = (at: number) => at + whole(-30, 30) * HOUR
  const after = (at: number) =>
    chance(50) ? near(pick(EDGES)) : at + pick([whole(0, 48), whole(0, 1_500), -5]) * HOUR
  return Array.from({ length: SELLERS * 6 }, (_, n) => {
    const ordered_at = chance(50) ? near(pick(EDGES)) : Date.parse('2026-01-02') + whole(0, 2_000) * HOUR
    const ready_by = chance(85) ? after(ordered_at) : null
    return {
      seller_id: 1 + (n % SELLERS),
      ordered_at,
      ready_by,
      ready_at: chance(70) ? after(ready_by ?? ordered_at) : null,
      cancelled_at: chance(35) ? after(ordered_at) : null,
      cancel_fault: pick(['seller', 'seller', 'carrier', null]),
    }
  })
}

const orders = randomOrders('falling due')
t.before(async () => {
  await makeWorlds(db)
  await db.rows(
    `insert into orders (seller_id, order_code, ordered_at, ready_by, ready_at, cancelled_at, cancel_fault)
     select seller_id, 'O-' || row_number() over (), to_timestamp(ordered_at / 1e3), to_timestamp(ready_by / 1e3), to_timestamp(ready_at / 1e3),
            to_timestamp(cancelled_at / 1e3), cancel_fault
     from jsonb_to_recordset($1::jsonb)
       as r(seller_id int, ordered_at float8, ready_by float8, ready_at float8, cancelled_at float8, cancel_fault text)`,
    [JSON.stringify(orders)],
  )
})

const NAMES = ['ready_due', 'ready_on_time', 'seller_cancelled', 'cancelled_later'] as const
/** The sums of each seller by the feed's SQL, month by month. */
async function counted(months: ScoredMonth[]) {
  const found = countedWorlds(NAMES)
  for (const [i, month] of months.entries()) found.set(i, await aggregateOrders(db, SELLER_IDS, month))
  return found
}

/** What an order counts as in the month in which it falls due, and in that in which it is cancelled. */
function outcomesOf(order: Order, months: ScoredMonth[]) {
  const { ordered_at, ready_by, ready_at, cancelled_at, cancel_fault } = order
  const due = ready_by === null ? -1 : monthAt(months, Math.max(ready_by, ordered_at))
  const end = Date.parse(months[due]?.as_of ?? '')
  const isExcused = cancelled_at !== null && cancelled_at < end && cancel_fault === 'carrier'
  const cancelled =
    cancelled_at !== null && cancel_fault === 'seller'
      ? monthAt(months, Math.max(cancelled_at, ordered_at))
      : -1
  return {
    ordered: monthAt(months, ordered_at),
    due: isExcused ? -1 : due,
    isOnTime: ready_at !== null && ready_by !== null && ready_at <= ready_by && ready_at < end,
    cancelled,
  }
}

for (const zone of ['UTC', 'Asia/Tokyo', 'America/New_York'])
  t.test(`in ${zone} each outcome of 1,000 worlds counts once, in its month`, async (t) => {
    const months = await halfYearIn(db, zone)
    const expected = countedWorlds(NAMES)
    const { add } = expected
    const seen = { carried: 0, cancelledLater: 0 }
    for (const order of orders) {
      const { ordered, due, isOnTime, cancelled } = outcomesOf(order, months)
      if (due >= 0) add(due, order.seller_id, 'ready_due')
      if (due >= 0 && isOnTime) add(due, order.seller_id, 'ready_on_time')
      if (cancelled >= 0) add(cancelled, order.seller_id, 'seller_cancelled')
      if (cancelled > ordered) add(cancelled, order.seller_id, 'cancelled_later')
      if (due > ordered) seen.carried++
      if (cancelled > ordered) seen.cancelledLater++
    }
    t.ok(seen.carried > 500 && seen.cancelledLater > 200, JSON.stringify(seen))
    sameWorlds(t, await counted(months), expected)
  })

t.test('what a month that was final before has counted counts in no other one', async (t) => {
  const last = '2026-02'
  const months = await halfYearIn(db, 'UTC', (period) =>
    period <= last ? 'by_order' : period === '2026-03' ? 'after_by_order' : null,
  )
  const { total } = await counted(months)
  const end = Date.parse('2026-03-01')
  // Each order that falls due from March on counts then, but for those that were ready before it.
  const later = orders.filter((order) => {
    const { due, ordered } = outcomesOf(order, months)
    return due >= 2 && !(due === 2 && ordered < 2 && order.ready_at !== null && order.ready_at < end)
  })
  t.equal(total(2, 6, 'ready_due'), later.length)
  const cancelledLater = orders.filter((order) => outcomesOf(order, months).cancelled >= 2)
  t.equal(total(2, 6, 'seller_cancelled'), cancelledLater.length)
  t.equal(total(0, 2, 'cancelled_later'), 0, 'months of before count all in the month of the order')
})

t.test('orders of the last day, late or cancelled the next morning, cost the next month', async (t) => {
  const order = { ordered_at: '2026-03-31T12:00Z', ready_by: '2026-04-02T12:00Z' }
  const id = await seller({
    orders: [
      { ...order, ready_at: '2026-04-10T12:00Z' },
      { ...order, cancelled_at: '2026-04-01T08:00Z', cancel_fault: 'seller' },
    ],
  })
  const sums = async (period: string) =>
    (await aggregateOrders(db, [id], await monthUntilNow(db, period, 'UTC')))[0]
  t.match(await sums('2026-03'), { orders: 2, seller_cancelled: 0, ready_due: 0 })
  t.match(await sums('2026-04'), {
    ...{ orders: 0, seller_cancelled: 1, cancelled_later: 1 },
    ...{ ready_due: 2, ready_on_time: 0, error_free: 0, units_ordered: 0 },
  })
  t.equal(await sums('2026-05'), undefined)
})
