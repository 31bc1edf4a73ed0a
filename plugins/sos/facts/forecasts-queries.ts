import { FORECASTS_OF_MONTH } from '../../../src/domain/metrics/forecasts-queries.ts'
import { ORDERS_OF_MONTH } from '../../../src/domain/metrics/orders-queries.ts'
import { paramsOf } from '../../../src/domain/metrics/rule-params.ts'
import { firstDay } from '../../../src/scoring/month.ts'
import type { FactRows } from './fact-rows.ts'

/**
 * The rows of forecast against actual, the month first, then its campaigns. Their sums are those of
 * aggregateForecasts, and `error` is forecast − actual with its sign.
 */
export const forecastRows: FactRows<
  'forecast_rows' | 'forecast_total' | 'actual_total' | 'absolute_error' | 'error' | 'lateness_days'
> = (db, { seller_id, month, rules, limit, offset }) => {
  const { base_days, campaign_days } = paramsOf(rules, 'forecast_lateness')
  return db.rows(
    `with ${ORDERS_OF_MONTH}, seller as (
       select seller_id, (select count(*) from orders_of_month) as orders from unnest($1::int[]) seller_id
     ), ${FORECASTS_OF_MONTH}
     select campaign_code, period, forecast_orders, actual_orders, due_on as deadline, submitted_at,
            jsonb_build_object(
              'forecast_rows', 1,
              'forecast_total', forecast,
              'actual_total', actual,
              'absolute_error', absolute_error,
              'error', error,
              'lateness_days', lateness_days) as counted
     from forecasts_of_month
     order by campaign_id limit $10 offset $11`,
    [
      [seller_id],
      month.month_start,
      month.as_of,
      month.period,
      firstDay(month.period),
      month.as_of_date,
      month.time_zone,
      base_days,
      campaign_days,
      limit,
      offset,
    ],
    'facts-forecasts',
  )
}
