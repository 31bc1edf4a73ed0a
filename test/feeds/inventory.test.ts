import t from 'tap'
import { testApp } from '../setup/app.ts'
import { day, factsOf, MARCH, MARCH_10, makeSeller } from '../sos/setup.ts'
import { aggregateInventory } from './sums.ts'

const AGE_DAYS = 180

type Stock = Parameters<ReturnType<typeof factsOf>['stock']>

const CASES: [title: string, stock: Stock, expected: object | undefined, month?: typeof MARCH][] = [
  [
    'only the last snapshot of the month counts, with all warehouses of that day',
    [
      { snapshot_on: day('2026-03-28'), quantity: 1000, warehouse_id: 1 },
      { snapshot_on: day('2026-03-29'), quantity: 1, warehouse_id: 1 },
      { snapshot_on: day('2026-03-29'), quantity: 2, warehouse_id: 2 },
    ],
    { stock_rows: 2, stock_quantity: '3' },
  ],
  [
    'a count of a clean warehouse on the last day does not hide what another one holds',
    [
      { snapshot_on: day('2026-03-30'), quantity: 900, warehouse_id: 1, received_on: day('2025-01-01') },
      { snapshot_on: day('2026-03-31'), quantity: 100, warehouse_id: 2, received_on: day('2026-03-01') },
    ],
    { stock_rows: 2, stock_volume: '1000', aged_volume: '900' },
  ],
  [
    'each warehouse has its own last snapshot, when they are counted by turns',
    [
      { snapshot_on: day('2026-03-02'), quantity: 1, warehouse_id: 1, sku: 'A' },
      { snapshot_on: day('2026-03-09'), quantity: 2, warehouse_id: 2, sku: 'A' },
      { snapshot_on: day('2026-03-16'), quantity: 4, warehouse_id: 3, sku: 'A' },
      { snapshot_on: day('2026-03-23'), quantity: 8, warehouse_id: 1, sku: 'A' },
    ],
    { stock_rows: 3, stock_quantity: '14' },
  ],
  [
    'an article that a later snapshot of its warehouse has not is gone, though another warehouse has it',
    [
      { snapshot_on: day('2026-03-28'), quantity: 50, warehouse_id: 1, sku: 'GONE' },
      { snapshot_on: day('2026-03-28'), quantity: 5, warehouse_id: 2, sku: 'GONE' },
      { snapshot_on: day('2026-03-29'), quantity: 1, warehouse_id: 1, sku: 'STAYS' },
    ],
    { stock_rows: 2, stock_quantity: '6' },
  ],
  [
    'a warehouse that was emptied is told by a snapshot of nothing',
    [
      { snapshot_on: day('2026-03-10'), quantity: 700, warehouse_id: 1 },
      { snapshot_on: day('2026-03-11'), quantity: 0, warehouse_id: 1 },
      { snapshot_on: day('2026-03-10'), quantity: 7, warehouse_id: 2 },
    ],
    { stock_rows: 2, stock_quantity: '7' },
  ],
  [
    'a warehouse whose later snapshot is not taken yet has its earlier one',
    [
      { snapshot_on: day('2026-03-05'), quantity: 1, warehouse_id: 1 },
      { snapshot_on: day('2026-03-11'), quantity: 100, warehouse_id: 1 },
      { snapshot_on: day('2026-03-10'), quantity: 2, warehouse_id: 2 },
    ],
    { stock_quantity: '3' },
    MARCH_10,
  ],
  [
    'a warehouse that was counted last month alone has no rows',
    [
      { snapshot_on: day('2026-02-28'), quantity: 100, warehouse_id: 1 },
      { snapshot_on: day('2026-03-01'), quantity: 2, warehouse_id: 2 },
    ],
    { stock_rows: 1, stock_quantity: '2' },
  ],
  [
    'a snapshot after as_of has not been taken yet',
    [
      { snapshot_on: day('2026-03-10'), quantity: 1 },
      { snapshot_on: day('2026-03-11'), quantity: 2 },
    ],
    { stock_quantity: '1' },
    MARCH_10,
  ],
  [
    'a snapshot of another month does not count',
    [{ snapshot_on: day('2026-02-28') }, { snapshot_on: day('2026-04-01') }],
    undefined,
  ],
  [
    'a row’s volume is its volume_m3, or its quantity where it has none',
    [{ quantity: 5 }, { quantity: 7, volume_m3: '0.2500' }, { quantity: 7, volume_m3: '0' }],
    { stock_volume: '5.2500', stock_quantity: '19' },
  ],
  [
    'stock is aged when it is older than age_days on the day of the snapshot',
    [
      { received_on: day('2025-10-02'), quantity: 1 },
      { received_on: day('2025-10-01'), quantity: 2 },
    ],
    { aged_volume: '2', stock_volume: '3' },
  ],
  [
    'stranded stock is counted by volume',
    [{ is_stranded: true, quantity: 4, volume_m3: '1.5' }, { quantity: 4 }],
    { stranded_volume: '1.5000', stock_volume: '5.5000' },
  ],
  [
    'a snapshot of nothing is still a snapshot',
    [{ quantity: 0 }],
    { stock_rows: 1, stock_quantity: '0', stock_volume: '0' },
  ],
]

t.test('stock is added up', async (t) => {
  const { app } = await testApp(t)
  for (const [title, stock, expected, month = MARCH] of CASES)
    t.test(title, async (t) => {
      const { id } = await makeSeller(app)
      await factsOf(app, id).stock(...stock)
      const [sums] = await aggregateInventory(app.db, [id], month, AGE_DAYS)
      if (expected) t.match(sums, { seller_id: id, ...expected })
      else t.equal(sums, undefined)
    })
})
