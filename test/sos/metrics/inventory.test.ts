import t from 'tap'
import { aggregateInventory } from '../../../plugins/sos/metrics/inventory.sql.ts'
import { elapsedDays } from '../../../plugins/sos/metrics/scored-month.ts'
import { factsDatabase } from './a-facts-database.ts'
import { MAY, MID_MAY, OCTOBER } from './months.ts'

const { db, seller } = await factsDatabase(t)

/** The aggregates of a new seller with this stock; it is aged after 180 days. */
async function ofStock(inventory_snapshots: object[], month = MAY, ageDays = 180) {
  const id = await seller({ inventory_snapshots: inventory_snapshots as Record<string, unknown>[] })
  const [row] = await aggregateInventory(db, [id], month, ageDays)
  return row
}

t.test('only the last snapshot of the month counts, in all warehouses counted that day', async (t) => {
  const row = await ofStock([
    { snapshot_on: '2026-05-10', quantity: 1000 },
    { snapshot_on: '2026-05-10', quantity: 5000, warehouse_id: 2 },
    { snapshot_on: '2026-05-20', quantity: 10 },
    { snapshot_on: '2026-05-20', quantity: 7, warehouse_id: 3 },
  ])
  t.hasStrict(row, { stock_rows: 2, stock_quantity: '17', stock_volume: '17' })
})

t.test('lots of one article received on different days are rows of their own', async (t) => {
  const row = await ofStock([
    { sku: 'A', received_on: '2025-01-01', quantity: 2 },
    { sku: 'A', received_on: '2026-05-01', quantity: 3 },
  ])
  t.hasStrict(row, { stock_rows: 2, stock_volume: '5', aged_volume: '2' })
})

t.test('a snapshot of the first and one of the last day lie in the month', async (t) => {
  t.equal((await ofStock([{ snapshot_on: '2026-05-01' }]))?.stock_rows, 1)
  t.equal((await ofStock([{ snapshot_on: '2026-05-31' }]))?.stock_rows, 1)
})

t.test('a snapshot of another month is none of this one', async (t) => {
  t.equal(await ofStock([{ snapshot_on: '2026-04-30' }, { snapshot_on: '2026-06-01' }]), undefined)
})

t.test('a snapshot after as_of has not been taken', async (t) => {
  const row = await ofStock(
    [
      { snapshot_on: '2026-05-15', quantity: 4 },
      { snapshot_on: '2026-05-16', quantity: 100 },
    ],
    MID_MAY,
  )
  t.equal(row?.stock_quantity, '4')
})

t.test('volume is volume_m3, or the quantity where a row has none', async (t) => {
  const row = await ofStock([
    { quantity: 100, volume_m3: 1.25 },
    { quantity: 10 },
    { quantity: 1000, volume_m3: 0 },
  ])
  t.hasStrict(row, { stock_volume: '11.2500', stock_quantity: '1110' })
})

t.test('stock of exactly age_days is not aged, a day more is', async (t) => {
  const row = await ofStock([
    { received_on: '2025-12-02', quantity: 3 }, // 30 + 150 days before May 31
    { received_on: '2025-12-01', quantity: 5 },
    { received_on: '2026-05-31', quantity: 7 },
  ])
  t.hasStrict(row, { stock_volume: '15', aged_volume: '5' })
})

t.test('stock is as old as it was on the day of the snapshot', async (t) => {
  const row = await ofStock([
    { snapshot_on: '2026-05-20', received_on: '2025-11-21', quantity: 3 }, // 180 days, 191 at as_of
    { snapshot_on: '2026-05-20', received_on: '2025-11-20', quantity: 5 },
  ])
  t.equal(row?.aged_volume, '5')
})

t.test('age_days is what the record says', async (t) => {
  const stock = [
    { received_on: '2026-05-01', quantity: 3 }, // 30 days
    { received_on: '2026-04-30', quantity: 5 },
  ]
  t.equal((await ofStock(stock, MAY, 30))?.aged_volume, '5')
})

t.test('stranded volume is that of the stranded rows, by volume', async (t) => {
  const row = await ofStock([
    { quantity: 100, volume_m3: 2.5, is_stranded: true },
    { quantity: 4, is_stranded: true },
    { quantity: 20, volume_m3: 3.5 },
  ])
  t.hasStrict(row, { stock_volume: '10.0000', stranded_volume: '6.5000', aged_volume: '0' })
})

t.test('volumes add up exactly', async (t) => {
  const big = { quantity: 2_147_483_647, volume_m3: '9999999999.9999' }
  const row = await ofStock([big, big, { ...big, volume_m3: '0.0002' }])
  t.hasStrict(row, { stock_volume: '20000000000.0000', stock_quantity: '6442450941' })
})

t.test('an empty shelf is a row with nothing in it', async (t) => {
  const row = await ofStock([{ quantity: 0 }])
  t.hasStrict(row, { stock_rows: 1, stock_volume: '0', stock_quantity: '0' })
})

t.test('the days of the month up to as_of count that day, and a change of clocks adds none', async (t) => {
  t.equal(elapsedDays(MAY), 31)
  t.equal(elapsedDays(MID_MAY), 15)
  t.equal(elapsedDays(OCTOBER), 31)
})

t.test('each seller has its own last snapshot; one without stock has no row', async (t) => {
  const one = await seller({ inventory_snapshots: [{ snapshot_on: '2026-05-10', quantity: 3 }] })
  const other = await seller({ inventory_snapshots: [{ snapshot_on: '2026-05-20', quantity: 4 }] })
  const none = await seller()
  const rows = await aggregateInventory(db, [one, other, none], MAY, 180)
  t.strictSame(
    new Map(rows.map((row) => [row.seller_id, row.stock_quantity])),
    new Map([
      [one, '3'],
      [other, '4'],
    ]),
  )
})
