import type { Sql } from '../../platform/database/database.ts'
import { firstDay } from '../../scoring/month.ts'
import type { ScoredMonth } from './scored-month.ts'
import { readSums, type Sums, type Whose } from './sums.ts'

export interface ForecastAggregates {
  seller_id: number
  forecast_rows: number
  forecast_total: string
  actual_total: string
  absolute_error: string
  lateness_days: number
}

/** How many days before the month, or before a campaign, its forecast is due. */
export interface ForecastDeadlines {
  base_days: number
  campaign_days: number
}

/**
 * The rows of forecast F against actual A, each with what it counts as for the metrics of p_score: the month itself,
 * with its orders as A, and every campaign that ends in the month by as_of and for which the seller has a forecast or
 * an actual. A campaign's forecast is the one made for this period, else the newest. Rows with F = A = 0 are left
 * out. Lateness is the days from the deadline to the submission, 0 to 14; a missing forecast is 0 orders and 14 days
 * late. Reads `seller(seller_id, orders)`, the orders of the month of each seller that has any.
 *
 * $1 seller ids, null for all, $3 as_of, $4 period, $5 first day of the month, $6 as_of_date, $7 time zone, $8 base_days,
 * $9 campaign_days
 */
export const FORECASTS_OF_MONTH = `
  campaign as (
    select id, campaign_code, start_date - $9::int as deadline from campaigns
    where status <> 'cancelled' and end_date between $5::date and $6::date
  ), submitted as (
    select distinct on (f.seller_id, f.campaign_id)
           f.seller_id, f.campaign_id, f.period, f.forecast_orders, f.submitted_at,
           (f.submitted_at at time zone $7)::date as submitted_on
    from forecasts f left join campaign c on c.id = f.campaign_id
    where ($1::int[] is null or f.seller_id = any($1::int[])) and f.submitted_at < $3
      and (c.id is not null or (f.campaign_id = 0 and f.period = $4))
    order by f.seller_id, f.campaign_id, (f.period = $4) desc, f.submitted_at desc, f.period desc
  ), actual as (
    select seller_id, 0 as campaign_id, orders as actual_orders from seller
    union all
    select a.seller_id, a.campaign_id, a.actual_orders
    from campaign_actuals a join campaign c on c.id = a.campaign_id
    where $1::int[] is null or a.seller_id = any($1::int[])
  ), compared as (
    select *, coalesce(c.deadline, $5::date - $8::int) as due_on,
           coalesce(forecast_orders, 0)::bigint as forecast, coalesce(actual_orders, 0) as actual
    from submitted full join actual using (seller_id, campaign_id) left join campaign c on c.id = campaign_id
  ), forecasts_of_month as (
    select *, forecast - actual as error, abs(forecast - actual) as absolute_error,
           case when submitted_on is null then 14
                else least(14, greatest(0, submitted_on - due_on)) end as lateness_days
    from compared where forecast > 0 or actual > 0
  )`

/**
 * Per seller the forecasts of the month, added up.
 * @param orders each seller's orders of the month, in the order of `sellers`
 */
export const aggregateForecasts = (
  db: Sql,
  sellers: number[],
  orders: number[],
  month: ScoredMonth,
  deadlines: ForecastDeadlines,
) =>
  readSums(
    db,
    forecastSums(
      sellers,
      { text: 'select * from unnest($1::int[], $2::bigint[]) as s(seller_id, orders)', value: orders },
      month,
      deadlines,
    ),
  )

/** `orders` is a statement of each seller's orders of the month, and its $2. */
export const forecastSums = (
  sellers: Whose,
  orders: { text: string; value: unknown },
  month: ScoredMonth,
  { base_days, campaign_days }: ForecastDeadlines,
): Sums<ForecastAggregates> => ({
  text: `with seller as (${orders.text}), ${FORECASTS_OF_MONTH}
     select seller_id,
            count(*) as forecast_rows,
            sum(forecast)::text as forecast_total,
            sum(actual)::text as actual_total,
            sum(absolute_error)::text as absolute_error,
            sum(lateness_days) as lateness_days
     from forecasts_of_month
     group by seller_id`,
  values: [
    sellers,
    orders.value,
    month.as_of,
    month.period,
    firstDay(month.period),
    month.as_of_date,
    month.time_zone,
    base_days,
    campaign_days,
  ],
})
