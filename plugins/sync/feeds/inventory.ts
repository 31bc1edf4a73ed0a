import { Type } from '@sinclair/typebox'
import { factFeed } from '../feed.ts'
import { also, Count, Day, Key, Maybe, SellerCode, WarehouseId } from '../fields.ts'
import { keptFrom } from '../kept-months.ts'

const record = Type.Object(
  {
    seller_code: SellerCode(),
    warehouse_id: also(WarehouseId(), 'warehouse_code'),
    sku: also(Key({ examples: ['SKU-77'] }), 'product_sku', 'item_sku', 'article_code', 'item_code'),
    snapshot_on: also(
      Day({ description: 'The day of the count; decides the month' }),
      'snapshot_date',
      'counted_on',
      'count_date',
    ),
    received_on: also(
      Day({ description: 'When these pieces came in: their age counts from here' }),
      'received_date',
      'receipt_date',
      'inbound_date',
      'arrival_date',
    ),
    quantity: also(Count({ examples: [140] }), 'qty', 'units', 'on_hand', 'quantity_on_hand'),
    volume_m3: also(
      Maybe(
        Type.Number({
          minimum: 0,
          maximum: 9_999_999_999,
          description: 'Of all pieces together; kept to four decimals',
          examples: [1.25],
        }),
      ),
      'volume',
      'volume_cbm',
      'cbm',
    ),
    is_stranded: also(
      Maybe(Type.Boolean({ description: 'Can’t be sold as it is. Default false' })),
      'stranded',
    ),
  },
  { title: 'InventoryRecord' },
)

/** What lies in the warehouses, from warehouse and order systems. */
export const inventory = factFeed({
  name: 'inventory',
  summary: 'Push stock snapshots',
  description:
    'What lies in the warehouses, from the warehouse systems: one record for each article, day of counting and day of arrival. The month is that of `snapshot_on`.',
  record,
  key: ['seller_code', 'warehouse_id', 'sku', 'snapshot_on', 'received_on'],
  table: 'inventory_snapshots',
  columns: {
    warehouse_id: 'int',
    sku: { type: 'text', value: 'g.sku collate "C"' },
    snapshot_on: 'date',
    received_on: 'date',
    quantity: 'int',
    volume_m3: 'numeric(14, 4)',
    is_stranded: { type: 'bool', value: 'coalesce(g.is_stranded, false)' },
  },
  joins: 'left join warehouses w on w.id = g.warehouse_id',
  unknown: { warehouse_id: 'w.id is null' },
  period: `to_char(f.snapshot_on, 'YYYY-MM')`,
  day: 'f.snapshot_on',
  dayFields: ['snapshot_on'],
  kept: { past: `f.snapshot_on < ${keptFrom.day}` },
})
