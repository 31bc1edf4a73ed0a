import t from 'tap'
import { day, MARCH_10 } from '../sos/setup.ts'
import { aggregateInventory, type Case, holdTo } from './sums.ts'

const CASES: Case<'stock'>[] = [
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
    'a warehouse that was counted last month alone has no rows, and what comes later is of the next one',
    [
      { snapshot_on: day('2026-02-28'), quantity: 100, warehouse_id: 1 },
      { snapshot_on: day('2026-03-01'), quantity: 2, warehouse_id: 2 },
      { snapshot_on: day('2026-04-01'), quantity: 40, warehouse_id: 2 },
    ],
    { stock_rows: 1, stock_quantity: '2' },
  ],
  [
    'a row’s volume is its volume_m3, or its quantity where it has none',
    [{ quantity: 5 }, { quantity: 7, volume_m3: '0.2500' }, { quantity: 7, volume_m3: '0' }],
    { stock_volume: '5.2500', stock_quantity: '19' },
  ],
  [
    'stock is aged when it is older than age_days on the day of the snapshot',
    [
      { snapshot_on: day('2026-03-20'), received_on: day('2025-09-21'), quantity: 1 },
      { snapshot_on: day('2026-03-20'), received_on: day('2025-09-20'), quantity: 2 },
    ],
    { aged_volume: '2', stock_volume: '3' },
  ],
  [
    'stranded stock is counted by volume',
    [{ is_stranded: true, quantity: 4, volume_m3: '1.5' }, { quantity: 4 }],
    { stranded_volume: '1.5000', stock_volume: '5.5000' },
  ],
  [
    'lots of one article received on different days are rows of their own',
    [
      { sku: 'A', received_on: day('2025-01-01'), quantity: 2 },
      { sku: 'A', received_on: day('2026-03-01'), quantity: 3 },
    ],
    { stock_rows: 2, stock_volume: '5', aged_volume: '2' },
  ],
  [
    'volumes are added up to the last of their four decimals, quantities beyond an integer',
    [
      { quantity: 2_147_483_647, volume_m3: '9999999999.9999' },
      { quantity: 2_147_483_647, volume_m3: '9999999999.9999' },
      { quantity: 2_147_483_647, volume_m3: '0.0003' },
    ],
    { stock_volume: '20000000000.0001', stock_quantity: '6442450941' },
  ],
]

holdTo(t, 'stock', CASES, (db, sellers, month) => aggregateInventory(db, sellers, month, 180))
