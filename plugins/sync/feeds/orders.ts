import { Type } from '@sinclair/typebox'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { factFeed } from '../feed.ts'
import { Count, Fault, Instant, Key, Maybe, SellerCode } from '../fields.ts'

const record = Type.Object(
  {
    order_code: Key({ examples: ['ORD-100234'] }),
    seller_code: SellerCode(),
    ordered_at: Instant({ description: 'Decides the month of the order' }),
    warehouse_id: Maybe(Id({ description: 'A warehouse that exists' })),
    units: Maybe(Count({ description: 'Default 1', examples: [2] })),
    ready_by: Maybe(Instant({ description: 'When it should be ready for the carrier' })),
    ready_at: Maybe(Instant({ description: 'When it was' })),
    cancelled_at: Maybe(Instant()),
    cancel_fault: Maybe(Fault({ description: 'By whose fault it was cancelled', examples: ['seller'] })),
    has_data_error: Maybe(Type.Boolean({ description: 'The order was sent with wrong data. Default false' })),
  },
  { title: 'OrderRecord' },
)

/** Orders, from order management. */
export const orders = factFeed({
  name: 'orders',
  summary: 'Push orders',
  description: 'Orders of sellers, from order management. The month of an order is that of `ordered_at`.',
  record,
  key: ['seller_code', 'order_code'],
  table: 'orders',
  columns: {
    order_code: { type: 'text', value: 'g.order_code collate "C"' },
    ordered_at: 'timestamptz(3)',
    warehouse_id: 'int',
    units: { type: 'int', value: 'coalesce(g.units, 1)' },
    ready_by: 'timestamptz(3)',
    ready_at: 'timestamptz(3)',
    cancelled_at: 'timestamptz(3)',
    cancel_fault: 'text',
    has_data_error: { type: 'bool', value: 'coalesce(g.has_data_error, false)' },
  },
  joins: 'left join warehouses w on w.id = g.warehouse_id',
  unknown: { warehouse_id: 'g.warehouse_id is not null and w.id is null' },
  period: `to_char(f.ordered_at at time zone (select zone from push), 'YYYY-MM')`,
})
