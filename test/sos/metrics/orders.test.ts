import t from 'tap'
import { aggregateOrders } from '../../../plugins/sos/metrics/orders.sql.ts'
import { factsDatabase } from './a-facts-database.ts'
import { MAY, MID_MAY, OCTOBER } from './months.ts'

const { db, seller } = await factsDatabase(t)

/** The aggregates of a new seller with these orders. */
async function ofOrders(orders: object[], month = MAY) {
  const id = await seller({ orders: orders as Record<string, unknown>[] })
  const [row] = await aggregateOrders(db, [id], month)
  return row
}

t.test('a month begins and ends at midnight in São Paulo', async (t) => {
  const row = await ofOrders([
    { ordered_at: '2026-05-01T02:59:59.999Z' },
    { ordered_at: '2026-05-01T03:00:00Z' },
    { ordered_at: '2026-06-01T02:59:59.999Z' },
    { ordered_at: '2026-06-01T03:00:00Z' },
  ])
  t.equal(row?.orders, 2)
})

t.test('a month in which the clocks change is an hour longer', async (t) => {
  const row = await ofOrders(
    [
      { ordered_at: '2026-09-30T21:59:59.999Z' },
      { ordered_at: '2026-09-30T22:00:00Z' },
      { ordered_at: '2026-10-31T22:59:59.999Z' },
      { ordered_at: '2026-10-31T23:00:00Z' },
    ],
    OCTOBER,
  )
  t.equal(row?.orders, 2)
})

t.test('an order at as_of or later has not been ordered', async (t) => {
  const row = await ofOrders(
    [
      { ordered_at: '2026-05-15T11:59:59.999Z' },
      { ordered_at: '2026-05-15T12:00:00Z' },
      { ordered_at: '2026-05-20T12:00:00Z' },
    ],
    MID_MAY,
  )
  t.equal(row?.orders, 1)
})

t.test("only the seller's fault makes a cancellation the seller's", async (t) => {
  const cancelled_at = '2026-05-06T12:00:00Z'
  const row = await ofOrders([
    { cancelled_at, cancel_fault: 'seller' },
    { cancelled_at, cancel_fault: 'seller' },
    { cancelled_at, cancel_fault: 'operator' },
    { cancelled_at, cancel_fault: 'customer' },
    { cancelled_at, cancel_fault: 'carrier' },
    { cancelled_at },
    {},
  ])
  t.hasStrict(row, { orders: 7, seller_cancelled: 2 })
})

t.test('a fault without a cancellation is none', async (t) => {
  t.equal((await ofOrders([{ cancel_fault: 'seller' }]))?.seller_cancelled, 0)
})

t.test('a cancellation at as_of or later has not happened', async (t) => {
  const row = await ofOrders(
    [
      { cancelled_at: '2026-05-15T11:59:59.999Z', cancel_fault: 'seller', units: 2 },
      { cancelled_at: '2026-05-15T12:00:00Z', cancel_fault: 'seller', units: 30 },
      { cancelled_at: '2026-05-16T12:00:00Z', cancel_fault: 'seller', units: 400 },
    ],
    MID_MAY,
  )
  t.hasStrict(row, { seller_cancelled: 1, units_ordered: 430 })
})

t.test('a cancellation after the month counts in no month', async (t) => {
  const row = await ofOrders([
    { cancelled_at: '2026-06-01T02:59:59.999Z', cancel_fault: 'seller' },
    { cancelled_at: '2026-06-01T03:00:00Z', cancel_fault: 'seller' },
  ])
  t.equal(row?.seller_cancelled, 1)
})

t.test('an order ready exactly at ready_by is on time, a millisecond later it is late', async (t) => {
  const ready_by = '2026-05-10T12:00:00Z'
  const row = await ofOrders([
    { ready_by, ready_at: '2026-05-10T12:00:00Z' },
    { ready_by, ready_at: '2026-05-10T12:00:00.001Z' },
  ])
  t.hasStrict(row, { ready_due: 2, ready_on_time: 1 })
})

t.test('an order without ready_by is never due', async (t) => {
  const row = await ofOrders([{ ready_at: '2026-05-10T12:00:00Z' }, {}])
  t.hasStrict(row, { orders: 2, ready_due: 0, ready_on_time: 0 })
})

t.test('an order that is not ready is due once as_of is past ready_by', async (t) => {
  const row = await ofOrders(
    [
      { ready_by: '2026-05-15T11:59:59.999Z' },
      { ready_by: '2026-05-15T12:00:00Z' },
      { ready_by: '2026-05-15T12:00:00.001Z' },
    ],
    MID_MAY,
  )
  t.hasStrict(row, { ready_due: 1, ready_on_time: 0 })
})

t.test('an order that is ready before its time is due at once', async (t) => {
  const row = await ofOrders(
    [{ ready_by: '2026-05-20T12:00:00Z', ready_at: '2026-05-14T12:00:00Z' }],
    MID_MAY,
  )
  t.hasStrict(row, { ready_due: 1, ready_on_time: 1 })
})

t.test('an order that gets ready at as_of or later is not ready', async (t) => {
  const row = await ofOrders(
    [
      { ready_by: '2026-05-14T12:00:00Z', ready_at: '2026-05-16T12:00:00Z' },
      { ready_by: '2026-05-20T12:00:00Z', ready_at: '2026-05-15T12:00:00Z' },
      { ready_by: '2026-05-20T12:00:00Z', ready_at: '2026-05-16T12:00:00Z' },
    ],
    MID_MAY,
  )
  t.hasStrict(row, { ready_due: 1, ready_on_time: 0 })
})

t.test("an order cancelled by another's fault is not due, whether it was ready or not", async (t) => {
  const cancelled_at = '2026-05-06T12:00:00Z'
  const ready_by = '2026-05-07T12:00:00Z'
  const row = await ofOrders([
    { ready_by, cancelled_at, cancel_fault: 'operator' },
    { ready_by, cancelled_at, cancel_fault: 'customer' },
    { ready_by, cancelled_at, cancel_fault: 'carrier', ready_at: '2026-05-06T10:00:00Z' },
  ])
  t.hasStrict(row, { orders: 3, ready_due: 0, ready_on_time: 0 })
})

t.test("an order cancelled by the seller's or nobody's fault stays due", async (t) => {
  const cancelled_at = '2026-05-06T12:00:00Z'
  const ready_by = '2026-05-07T12:00:00Z'
  const row = await ofOrders([
    { ready_by, cancelled_at, cancel_fault: 'seller' },
    { ready_by, cancelled_at },
    { ready_by, cancelled_at, cancel_fault: 'seller', ready_at: '2026-05-06T10:00:00Z' },
  ])
  t.hasStrict(row, { ready_due: 3, ready_on_time: 1 })
})

t.test("an order that another's fault cancels after as_of is still due", async (t) => {
  const row = await ofOrders(
    [
      { ready_by: '2026-05-14T12:00:00Z', cancelled_at: '2026-05-15T11:59:59.999Z', cancel_fault: 'carrier' },
      { ready_by: '2026-05-14T12:00:00Z', cancelled_at: '2026-05-15T12:00:00Z', cancel_fault: 'carrier' },
    ],
    MID_MAY,
  )
  t.hasStrict(row, { ready_due: 1, ready_on_time: 0 })
})

t.test('orders without a data error are counted, cancelled ones too', async (t) => {
  const row = await ofOrders([
    {},
    { cancelled_at: '2026-05-06T12:00:00Z', cancel_fault: 'customer' },
    { has_data_error: true },
  ])
  t.hasStrict(row, { orders: 3, error_free: 2 })
})

t.test('units are those of orders that nobody cancelled, one for an order that does not say', async (t) => {
  const cancelled_at = '2026-05-06T12:00:00Z'
  const row = await ofOrders([
    { units: 5 },
    {},
    { units: 70, cancelled_at, cancel_fault: 'seller' },
    { units: 800, cancelled_at, cancel_fault: 'customer' },
    { units: 9000, cancelled_at },
  ])
  t.equal(row?.units_ordered, 6)
})

t.test('a seller whose orders are all cancelled has no units', async (t) => {
  t.equal((await ofOrders([{ units: 5, cancelled_at: '2026-05-06T12:00:00Z' }]))?.units_ordered, 0)
})

t.test('units add up beyond the largest integer of a column', async (t) => {
  const row = await ofOrders([{ units: 2_147_483_647 }, { units: 2_147_483_647 }])
  t.equal(row?.units_ordered, 4_294_967_294)
})

t.test('each seller is added up for itself; one without orders has no row', async (t) => {
  const one = await seller({ orders: [{}, {}] })
  const other = await seller({ orders: [{}, {}, { has_data_error: true }] })
  const none = await seller()
  const rows = await aggregateOrders(db, [one, other, none], MAY)
  t.strictSame(
    rows.map(({ seller_id, orders, error_free }) => [seller_id, orders, error_free]).sort(),
    [
      [one, 2, 2],
      [other, 3, 2],
    ].sort(),
  )
})
