import { Type } from '@sinclair/typebox'
import { SCORED } from '../scoring/scored-feeds.ts'
import { defineFeed, rows, rowsWhere, sum } from './feed.ts'
import {
  also,
  Carrier,
  Count,
  Fault,
  Instant,
  Key,
  Maybe,
  orDate,
  SellerCode,
  WarehouseId,
} from './fields.ts'
import { keptFrom } from './kept-months.ts'
import { isAnothers, isNobodys } from './left-out.ts'
import { inMonth } from './month-columns.ts'

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
    carrier: also(Maybe(Carrier()), 'carrier_name', 'shipping_carrier', 'courier'),
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
    late_fault: also(
      Maybe(
        Fault({
          description:
            'By whose fault it was late: by another’s than the seller’s it has no part in on_time_ready_rate',
          examples: ['operator'],
        }),
      ),
      'delay_fault',
      'lateness_fault',
    ),
    has_data_error: also(
      Maybe(Type.Boolean({ description: 'The order was sent with wrong data. Default false' })),
      'data_error',
    ),
  },
  { title: 'OrderRecord' },
)

/**
 * The orders of the month, which are those ordered in [month_start, as_of), each with what it counts as for the
 * metrics of o_score and for the units of weeks_of_cover. An order is due to be ready when it has a ready_by and
 * either is ready or is past it, unless somebody other than the seller cancelled it. One that was late by another's fault
 * is left out, or that names none where these are nobody's.
 *
 * $2 month_start, $3 as_of, $4 whether no fault is nobody's
 */
const ORDERS_OF_MONTH = `
  cancelled as (
    select *, (cancelled_at < $3) is true as is_cancelled,
           (cancelled_at < $3 and cancel_fault in ('operator', 'customer', 'carrier')) is true as is_excused
    from orders
    where ($1::int[] is null or seller_id = any($1::int[])) and ordered_at >= $2 and ordered_at < $3
  ), due as (
    select *,
           ready_at <= ready_by and ready_at < $3 and not is_excused as ready_on_time,
           ready_by is not null and least(ready_at, ready_by) < $3 and not is_excused as was_due
    from cancelled
  ), late as (
    select *, was_due and ready_on_time is not true as was_late
    from due
  ), named as (
    select *, was_late and late_fault is null and not (is_cancelled and cancel_fault is not null) as names_none
    from late
  ), judged as (
    select *,
           case when was_late and ${isAnothers('late_fault')} then late_fault when names_none and $4 then 'nobody' end
             as late_left_out
    from named
  ), facts_of_month as (
    select *,
           is_cancelled and cancel_fault = 'seller' as seller_cancelled,
           was_due and late_left_out is null as ready_due,
           not has_data_error as error_free,
           case when is_cancelled then 0 else units end as units_ordered
    from judged
  )`

/** Orders, from order management. */
export const orders = defineFeed({
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
    carrier: 'text',
    units: { type: 'int', value: 'coalesce(g.units, 1)' },
    ready_by: 'timestamptz(3)',
    ready_at: 'timestamptz(3)',
    cancelled_at: 'timestamptz(3)',
    cancel_fault: 'text',
    late_fault: 'text',
    has_data_error: { type: 'bool', value: 'coalesce(g.has_data_error, false)' },
  },
  joins: 'left join warehouses w on w.id = g.warehouse_id',
  unknown: { warehouse_id: 'g.warehouse_id is not null and w.id is null' },
  period: `to_char(f.ordered_at at time zone (select zone from push), 'YYYY-MM')`,
  day: '(f.ordered_at at time zone (select zone from push))::date',
  dayFields: ['ordered_at'],
  inOrder: [
    ['ordered_at', 'ready_by'],
    ['ordered_at', 'ready_at'],
    ['ordered_at', 'cancelled_at'],
  ],
  mayLieAhead: ['ready_by'],
  kept: { past: `f.ordered_at < ${keptFrom.instant}` },
  inMonth: inMonth.instant('f.ordered_at'),
  controlTotals: {
    units: { column: 'units', description: 'Units of the orders, cancelled ones included', example: 3400 },
  },
  expected: 'every day',
  scored: {
    line: SCORED.orders.line,
    rows: ORDERS_OF_MONTH,
    values: ({ month: { month_start, as_of }, rules }) => [month_start, as_of, isNobodys(rules, 'orders')],
    sums: {
      orders: rows,
      seller_cancelled: rowsWhere('seller_cancelled'),
      ready_on_time: rowsWhere('ready_on_time'),
      ready_due: rowsWhere('ready_due'),
      error_free: rowsWhere('error_free'),
      units_ordered: sum('units_ordered'),
    },
    leftOut: { late: 'late_left_out' },
    fault: { asked: 'was_late', unnamed: 'names_none' },
    amounts: { units_times_7: 'units_ordered * 7::bigint' },
    list: {
      columns: {
        order_code: null,
        ordered_at: 'date-time',
        units: null,
        ready_by: 'date-time',
        ready_at: 'date-time',
        cancelled_at: 'date-time',
        cancel_fault: null,
        late_fault: null,
        has_data_error: null,
        warehouse_id: null,
        carrier: null,
      },
      order: 'ordered_at, order_code',
    },
    inUse: 'from orders f where f.seller_id = s.id and f.ordered_at >= $1 and f.ordered_at < $2',
  },
})
