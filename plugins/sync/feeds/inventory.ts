import { Type } from '@sinclair/typebox'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { factFeed } from '../feed.ts'
import { Count, Day, Key, Maybe, SellerCode } from '../fields.ts'

const record = Type.Object(
  {
    seller_code: SellerCode(),
    warehouse_id: Id({ description: 'A warehouse that exists' }),
    sku: Key({ examples: ['SKU-77'] }),
    snapshot_on: Day({ description: 'The day of the count; decides the month' }),
    received_on: Day({ description: 'When these pieces came in: their age counts from here' }),
    quantity: Count({ examples: [140] }),
    volume_m3: Maybe(
      Type.Number({
        minimum: 0,
        maximum: 9_999_999_999,
        description: 'Of all pieces together; kept to four decimals',
        examples: [1.25],
      }),
    ),
    is_stranded: Maybe(Type.Boolean({ description: 'Can’t be sold as it is. Default false' })),
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
})
