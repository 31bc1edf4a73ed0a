import { ORDERS_OF_MONTH } from '../../../src/domain/metrics/orders-queries.ts'
import type { FactRows } from './fact-rows.ts'

/** The orders of the month in the order of time. Their sums are those of aggregateOrders. */
export const orderRows: FactRows<
  | 'orders'
  | 'seller_cancelled'
  | 'ready_on_time'
  | 'ready_due'
  | 'error_free'
  | 'units_ordered'
  | 'units_times_7'
> = (db, { seller_id, month, limit, offset }) =>
  db.rows(
    `with ${ORDERS_OF_MONTH}
     select order_code, ordered_at, units, ready_by, ready_at, cancelled_at, cancel_fault, has_data_error,
            jsonb_build_object(
              'orders', 1,
              'seller_cancelled', seller_cancelled is true,
              'ready_on_time', ready_on_time is true,
              'ready_due', ready_due is true,
              'error_free', error_free,
              'units_ordered', units_ordered,
              'units_times_7', units_ordered * 7::bigint) as counted
     from orders_of_month
     order by ordered_at, order_code limit $4 offset $5`,
    [[seller_id], month.month_start, month.as_of, limit, offset],
    'facts-orders',
  )
