import { paramsOf } from '../metrics/rule-params.ts'
import { firstDayOf } from '../metrics/scored-month.ts'
import type { FactRows } from './fact-rows.ts'

/**
 * The rows of forecast against actual, the month first, then its campaigns. Counted as aggregateForecasts counts
 * them, and `error` is forecast − actual with its sign.
 */
export const forecastRows: FactRows<
  'forecast_rows' | 'forecast_total' | 'actual_total' | 'absolute_error' | 'error' | 'lateness_days'
> = (db, { seller_id, month, rules, limit, offset }) => {
  const { base_days, campaign_days } = paramsOf(rules, 'forecast_lateness')
  return db.rows(
    `with campaign as (
       select id, campaign_code, start_date - $8::int as deadline from campaigns
       where status <> 'cancelled' and end_date between $4::date and $5::date
     ), submitted as (
       select distinct on (f.campaign_id)
              f.campaign_id, f.period, f.forecast_orders, f.submitted_at, (f.submitted_at at time zone $6)::date as submitted_on
       from forecasts f left join campaign c on c.id = f.campaign_id
       where f.seller_id = $1 and f.submitted_at < $3
         and (c.id is not null or (f.campaign_id = 0 and f.period = $9))
       order by f.campaign_id, (f.period = $9) desc, f.submitted_at desc, f.period desc
     ), actual as (
       select 0 as campaign_id, count(*) as actual_orders from orders
       where seller_id = $1 and ordered_at >= $2 and ordered_at < $3
       union all
       select a.campaign_id, a.actual_orders
       from campaign_actuals a join campaign c on c.id = a.campaign_id where a.seller_id = $1
     ), compared as (
       select campaign_id, c.campaign_code, f.period, f.forecast_orders, actual_orders, f.submitted_at,
              coalesce(c.deadline, $4::date - $7::int) as deadline, f.submitted_on,
              coalesce(f.forecast_orders, 0)::bigint as forecast, coalesce(actual_orders, 0) as actual
       from submitted f full join actual a using (campaign_id) left join campaign c on c.id = campaign_id
     )
     select campaign_code, period, forecast_orders, actual_orders, deadline, submitted_at,
            jsonb_build_object(
              'forecast_rows', 1,
              'forecast_total', forecast,
              'actual_total', actual,
              'absolute_error', abs(forecast - actual),
              'error', forecast - actual,
              'lateness_days', case when submitted_on is null then 14
                                    else least(14, greatest(0, submitted_on - deadline)) end) as counted
     from compared where forecast > 0 or actual > 0
     order by campaign_id limit $10 offset $11`,
    [
      seller_id,
      month.month_start,
      month.as_of,
      firstDayOf(month),
      month.as_of_date,
      month.time_zone,
      base_days,
      campaign_days,
      month.period,
      limit,
      offset,
    ],
    'facts-forecasts',
  )
}
