import type { Sql } from '../../../src/platform/database/database.ts'
import type { ScoredMonth } from './scored-month.ts'

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
 * Per seller the orders of the month, which are those ordered in [month_start, as_of). An order is due to be ready
 * when it has a ready_by and either is ready or is past it, unless somebody other than the seller cancelled it.
 */
export const aggregateOrders = (db: Sql, sellers: number[], { month_start, as_of }: ScoredMonth) =>
  db.rows<OrderAggregates>(
    `select seller_id,
            count(*) as orders,
            count(*) filter (where cancelled_at < $3 and cancel_fault = 'seller') as seller_cancelled,
            count(*) filter (where ready_at <= ready_by and ready_at < $3
              and (cancelled_at < $3 and cancel_fault in ('operator', 'customer', 'carrier')) is not true) as ready_on_time,
            count(*) filter (where least(ready_at, ready_by) < $3 and ready_by is not null
              and (cancelled_at < $3 and cancel_fault in ('operator', 'customer', 'carrier')) is not true) as ready_due,
            count(*) filter (where not has_data_error) as error_free,
            coalesce(sum(units) filter (where (cancelled_at < $3) is not true), 0) as units_ordered
     from orders
     where seller_id = any($1::int[]) and ordered_at >= $2 and ordered_at < $3
     group by seller_id`,
    [sellers, month_start, as_of],
  )
