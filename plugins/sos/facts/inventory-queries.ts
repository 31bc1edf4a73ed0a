import { STOCK_OF_MONTH } from '../../../src/domain/metrics/inventory-queries.ts'
import { paramsOf } from '../../../src/domain/metrics/rule-params.ts'
import { elapsedDays } from '../../../src/domain/metrics/scored-month.ts'
import { firstDay } from '../../../src/scoring/month.ts'
import type { FactRows } from './fact-rows.ts'

/**
 * The stock of the month's last snapshot date. Its sums are those of aggregateInventory, and `stock_days` is the quantity
 * times the days of the month that had passed.
 */
export const stockRows: FactRows<
  'stock_rows' | 'stock_volume' | 'aged_volume' | 'stranded_volume' | 'stock_quantity' | 'stock_days'
> = (db, { seller_id, month, rules, limit, offset }) =>
  db.rows(
    `with ${STOCK_OF_MONTH}
     select warehouse_id, sku, snapshot_on, received_on, age_days, quantity, volume_m3, is_stranded,
            jsonb_build_object(
              'stock_rows', 1,
              'stock_volume', volume,
              'aged_volume', case when is_aged then volume else 0 end,
              'stranded_volume', case when is_stranded then volume else 0 end,
              'stock_quantity', quantity,
              'stock_days', quantity::bigint * $5::int) as counted
     from stock_of_month
     order by warehouse_id, sku, received_on limit $6 offset $7`,
    [
      [seller_id],
      firstDay(month.period),
      month.as_of_date,
      paramsOf(rules, 'aged_stock_share').age_days,
      elapsedDays(month),
      limit,
      offset,
    ],
    'facts-inventory',
  )
