import type { FactRows } from './fact-rows.ts'

/** The orders of the month in the order of time. Counted as aggregateOrders counts them. */
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
    `select order_code, ordered_at, units, ready_by, ready_at, cancelled_at, cancel_fault,
            has_data_error,
            jsonb_build_object(
              'orders', 1,
              'seller_cancelled', (is_cancelled and cancel_fault = 'seller') is true,
              'ready_on_time', (ready_at <= ready_by and ready_at < $3 and not is_excused) is true,
              'ready_due', (ready_by is not null and least(ready_at, ready_by) < $3 and not is_excused) is true,
              'error_free', not has_data_error,
              'units_ordered', case when is_cancelled then 0 else units end,
              'units_times_7', case when is_cancelled then 0 else units * 7::bigint end) as counted
     from orders,
          lateral (select (cancelled_at < $3) is true as is_cancelled) c,
          lateral (select (is_cancelled and cancel_fault in ('operator', 'customer', 'carrier')) is true as is_excused) e
     where seller_id = $1 and ordered_at >= $2 and ordered_at < $3
     order by ordered_at, order_code limit $4 offset $5`,
    [seller_id, month.month_start, month.as_of, limit, offset],
    'facts-orders',
  )
