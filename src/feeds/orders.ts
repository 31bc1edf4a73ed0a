import { Type } from '@sinclair/typebox'
import { Code, Model, Timestamp } from '../platform/schemas/schemas.ts'
import { firstDay, nextPeriod } from '../scoring/month.ts'
import { SCORED } from '../scoring/scored-feeds.ts'
import { isAnothers, isNobodys } from './faults.ts'
import { defineFeed, rowsWhere, sum } from './feed.ts'
import { also, Carrier, Count, Fault, Maybe, orDate, SellerCode, WarehouseId } from './fields.ts'
import { inMonth, keptFrom } from './months.ts'

const record = Model('OrderRecord', {
  order_code: also(Code({ examples: ['ORD-100234'] }), 'order_id order_number order_no order_ref'),
  seller_code: SellerCode(),
  ordered_at: also(
    orDate(Timestamp({ description: 'Decides the month of the order' })),
    'order_date order_time ordered_on placed_at order_placed_at order_created_at',
  ),
  warehouse_id: also(Maybe(WarehouseId()), 'warehouse_code'),
  carrier: also(Maybe(Carrier()), 'carrier_name shipping_carrier courier'),
  units: also(Maybe(Count({ description: 'Default 1', examples: [2] })), 'quantity qty item_count'),
  ready_by: also(
    Maybe(Timestamp({ description: 'When it should be ready for the carrier' })),
    'ship_by ready_deadline',
  ),
  ready_at: also(Maybe(Timestamp({ description: 'When it was' })), 'ready_time'),
  cancelled_at: also(
    Maybe(Timestamp()),
    'canceled_at cancelled_on canceled_on cancel_date cancellation_date',
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
    'delay_fault lateness_fault',
  ),
  has_data_error: also(
    Maybe(Type.Boolean({ description: 'The order was sent with wrong data. Default false' })),
    'data_error',
  ),
})

/** The orders whose outcome may be of a later month than their own, in any time zone; they have an index. */
const ACROSS_MONTHS = `
  date_trunc('month', ordered_at at time zone 'UTC' - interval '16 hours')
    < date_trunc('month', greatest(ready_by, cancelled_at) at time zone 'UTC' + interval '16 hours')`

/**
 * The orders of the month, which are those ordered in [month_start, as_of), and those of earlier months that count in it,
 * each with what it counts as for the metrics of o_score and for the units of weeks_of_cover. An order is due to be ready
 * in the month of its ready_by, once it is ready or past that, unless somebody other than the seller cancelled it; one
 * that the seller cancels counts as such in the month of that. Neither can be before it is ordered. One that was late by
 * another's fault is left out, or that names none where these are nobody's.
 *
 * $2 month_start, $3 as_of, $4 whether no fault is nobody's, $5 the end of the month's last day in the time zone $6,
 * $7 the counting (scored-month.ts)
 */
const ORDERS_OF_MONTH = `
  placed as (
    select *, ordered_at >= $2 as is_ordered
    from orders
    where ($1::int[] is null or seller_id = any($1::int[])) and ordered_at < $3
      and (ordered_at >= $2
        or ${ACROSS_MONTHS} and greatest(ready_by, cancelled_at) >= $2 and $7::text is distinct from 'by_order')
  ), cancelled as (
    select *, (cancelled_at < $3) is true as is_cancelled,
           (cancelled_at < $3 and cancel_fault in ('operator', 'customer', 'carrier')) is true as is_excused,
           $7::text is not distinct from 'by_order'
             or ready_by < $5::date::timestamp at time zone $6
                and (is_ordered or ready_by >= $2 and ($7::text is null or ready_at >= $2) is not false) as falls_due
    from placed
  ), due as (
    select *,
           ready_at <= ready_by and ready_at < $3 as is_in_time,
           ready_by is not null and (ready_by < $3 or ready_at < $3) and falls_due and not is_excused as was_due
    from cancelled
    limit all -- keeps PostgreSQL from judging a row again for each sum
  ), late as (
    select *, was_due and is_in_time as ready_on_time, was_due and is_in_time is not true as was_late
    from due
  ), named as (
    select *, was_late and late_fault is null and not (is_cancelled and cancel_fault is not null) as names_none
    from late
  ), judged as (
    select *,
           case when late_fault is null then case when names_none and $4 then 'nobody' end
                when was_late and ${isAnothers('late_fault')} then late_fault end as late_left_out
    from named
  ), counted as (
    select *,
           is_cancelled and cancel_fault = 'seller' and (is_ordered or cancelled_at >= $2) as seller_cancelled,
           was_due and late_left_out is null as ready_due,
           is_ordered and not has_data_error as error_free,
           case when is_ordered and not is_cancelled then units else 0 end as units_ordered
    from judged
  ), facts_of_month as (
    select *, seller_cancelled and not is_ordered as cancelled_later
    from counted
    where is_ordered or seller_cancelled or was_due
  )`

/** Orders, from order management. */
export const orders = defineFeed({
  name: 'orders',
  summary: 'Push orders',
  description:
    'Orders of sellers, from order management. The month of an order is that of `ordered_at`; it is due to be ready in that of `ready_by`, and cancelled in that of `cancelled_at`.',
  record,
  key: ['seller_code', 'order_code'],
  table: 'orders',
  columns: { units: { value: 'coalesce(g.units, 1)' } },
  joins: 'left join warehouses w on w.id = g.warehouse_id',
  unknown: { warehouse_id: 'g.warehouse_id is not null and w.id is null' },
  day: '(f.ordered_at at time zone $1)::date',
  dayFields: ['ordered_at'],
  inOrder: [
    ['ordered_at', 'ready_by'],
    ['ordered_at', 'ready_at'],
    ['ordered_at', 'cancelled_at'],
  ],
  mayLieAhead: ['ready_by'],
  kept: {
    past: `f.ordered_at < ${keptFrom.instant} and greatest(f.ordered_at, f.ready_by, f.cancelled_at) < ${keptFrom.instant}`,
    last: `(greatest(f.ordered_at, f.ready_by, f.cancelled_at) at time zone $1)::date`,
  },
  inMonth: inMonth.instant('f.ordered_at'),
  controlTotals: {
    units: { column: 'units', description: 'Units of the orders, cancelled ones included', example: 3400 },
  },
  expected: 'every day',
  scored: {
    line: SCORED.orders.line,
    rows: ORDERS_OF_MONTH,
    values: ({ month: { period, month_start, as_of, time_zone, counting = null }, rules }) => [
      month_start,
      as_of,
      isNobodys(rules, 'orders'),
      firstDay(nextPeriod(period)),
      time_zone,
      counting,
    ],
    sums: {
      orders: rowsWhere('is_ordered'),
      seller_cancelled: rowsWhere('seller_cancelled'),
      cancelled_later: rowsWhere('cancelled_later'),
      ready_on_time: rowsWhere('ready_on_time'),
      ready_due: rowsWhere('ready_due'),
      error_free: rowsWhere('error_free'),
      units_ordered: sum('units_ordered'),
    },
    leftOut: { late: 'late_left_out' },
    fault: { asked: 'was_late', unnamed: 'names_none' },
    amounts: {
      units_times_7: 'units_ordered * 7::bigint',
      orders_or_cancelled: 'case when is_ordered or cancelled_later then 1 else 0 end',
    },
    list: {
      columns:
        'order_code, ordered_at, units, ready_by, ready_at, cancelled_at, cancel_fault, late_fault, has_data_error, warehouse_id, carrier',
      order: 'ordered_at, order_code',
    },
    inUse: `
      from orders f where f.seller_id = s.id
        and (f.ordered_at >= $1 and f.ordered_at < $2
             or f.ordered_at < $1 and ${ACROSS_MONTHS} and greatest(f.ready_by, f.cancelled_at) >= $1)`,
  },
})
