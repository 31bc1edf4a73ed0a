import type { Sql } from '../../platform/database/database.ts'
import type { ScoredMonth } from './scored-month.ts'
import { readSums, type Sums, type Whose } from './sums.ts'

export interface OrderAggregates {
  seller_id: number
  orders: number
  seller_cancelled: number
  ready_on_time: number
  ready_due: number
  error_free: number
  units_ordered: number
}

/**
 * The orders of the month, which are those ordered in [month_start, as_of), each with what it counts as for the
 * metrics of o_score and for the units of weeks_of_cover. An order is due to be ready when it has a ready_by and
 * either is ready or is past it, unless somebody other than the seller cancelled it.
 *
 * $1 seller ids, null for all, $2 month_start, $3 as_of
 */
export const ORDERS_OF_MONTH = `
  cancelled as (
    select *, (cancelled_at < $3) is true as is_cancelled,
           (cancelled_at < $3 and cancel_fault in ('operator', 'customer', 'carrier')) is true as is_excused
    from orders
    where ($1::int[] is null or seller_id = any($1::int[])) and ordered_at >= $2 and ordered_at < $3
  ), orders_of_month as (
    select *,
           is_cancelled and cancel_fault = 'seller' as seller_cancelled,
           ready_at <= ready_by and ready_at < $3 and not is_excused as ready_on_time,
           ready_by is not null and least(ready_at, ready_by) < $3 and not is_excused as ready_due,
           not has_data_error as error_free,
           case when is_cancelled then 0 else units end as units_ordered
    from cancelled
  )`

/** Per seller the orders of the month, added up. */
export const aggregateOrders = (db: Sql, sellers: number[], month: ScoredMonth) =>
  readSums(db, orderSums(sellers, month))

export const orderSums = (sellers: Whose, { month_start, as_of }: ScoredMonth): Sums<OrderAggregates> => ({
  text: `with ${ORDERS_OF_MONTH}
     select seller_id,
            count(*) as orders,
            count(*) filter (where seller_cancelled) as seller_cancelled,
            count(*) filter (where ready_on_time) as ready_on_time,
            count(*) filter (where ready_due) as ready_due,
            count(*) filter (where error_free) as error_free,
            sum(units_ordered) as units_ordered
     from orders_of_month
     group by seller_id`,
  values: [sellers, month_start, as_of],
})
