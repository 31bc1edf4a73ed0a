import { Type } from '@sinclair/typebox'
import { factFeed } from '../feed.ts'
import { also, Count, Fault, Instant, Key, Maybe, orDate, SellerCode, WarehouseId } from '../fields.ts'
import { keptFrom } from '../kept-months.ts'

const record = Type.Object(
  {
    order_code: also(Key({ examples: ['ORD-100234'] }), 'order_id', 'order_number', 'order_no', 'order_ref'),
    seller_code: SellerCode(),
    ordered_at: also(
      orDate(Instant({ description: 'Decides the month of the order' })),
      'order_date',
      'order_time',
      'ordered_on',
      'placed_at',
      'order_placed_at',
      'order_created_at',
    ),
    warehouse_id: also(Maybe(WarehouseId()), 'warehouse_code'),
    units: also(Maybe(Count({ description: 'Default 1', examples: [2] })), 'quantity', 'qty', 'item_count'),
    ready_by: also(
      Maybe(Instant({ description: 'When it should be ready for the carrier' })),
      'ship_by',
      'ready_deadline',
    ),
    ready_at: also(Maybe(Instant({ description: 'When it was' })), 'ready_time'),
    cancelled_at: also(
      Maybe(Instant()),
      'canceled_at',
      'cancelled_on',
      'canceled_on',
      'cancel_date',
      'cancellation_date',
    ),
    cancel_fault: also(
      Maybe(Fault({ description: 'By whose fault it was cancelled', examples: ['seller'] })),
      'cancellation_fault',
    ),
    has_data_error: also(
      Maybe(Type.Boolean({ description: 'The order was sent with wrong data. Default false' })),
      'data_error',
    ),
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
  day: '(f.ordered_at at time zone (select zone from push))::date',
  dayFields: ['ordered_at'],
  kept: { past: `f.ordered_at < ${keptFrom.instant}` },
})
