import { Model, Period, Timestamp } from '../platform/schemas/schemas.ts'
import { firstDay } from '../scoring/month.ts'
import { SCORED } from '../scoring/scored-feeds.ts'
import { defineFeed, exactSum, paramsOf, rows, sum } from './feed.ts'
import { also, CampaignCode, Count, Maybe, orDate, SellerCode } from './fields.ts'
import { inMonth, keptFrom } from './months.ts'

const record = Model('ForecastRecord', {
  seller_code: SellerCode(),
  period: also(Period({ description: 'The month that is forecast' }), 'month forecast_month forecast_period'),
  forecast_orders: also(
    Count({ examples: [1200] }),
    'forecast forecasted_orders expected_orders order_forecast',
  ),
  submitted_at: also(
    orDate(Timestamp({ description: 'When the seller handed it in' })),
    'submitted_on submission_date submitted_date',
  ),
  campaign_code: Maybe(CampaignCode(), 'campaign_id'),
})

/** SQL for the day on which the campaign of a forecast ends; null where it names none. */
const CAMPAIGN_END = 'select end_date from campaigns c where c.id = f.campaign_id'

/**
 * The rows of forecast F against actual A, each with what it counts as for the metrics of p_score: the month itself,
 * with its orders as A, and every campaign that ends in the month by as_of and for which the seller has a forecast or
 * an actual. A campaign's forecast is the one made for this period, else the newest. Rows with F = A = 0 are left out.
 * Lateness is the days from the deadline to the submission, 0 to 14; a missing forecast is 0 orders and 14 days late.
 *
 * $3 as_of, $4 period, $5 first day of the month, $6 as_of_date, $7 time zone, $8 base_days, $9 campaign_days: how many
 * days before the month, or before a campaign, its forecast is due
 */
const FORECASTS_OF_MONTH = `
  campaign as (
    select id, campaign_code, start_date - $9::int as due_on from campaigns
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
    select *, coalesce(c.due_on, $5::date - $8::int) as deadline,
           coalesce(forecast_orders, 0)::bigint as forecast, coalesce(actual_orders, 0) as actual
    from submitted full join actual using (seller_id, campaign_id) left join campaign c on c.id = campaign_id
  ), facts_of_month as (
    select *, forecast - actual as error, abs(forecast - actual) as absolute_error,
           case when submitted_on is null then 14
                else least(14, greatest(0, submitted_on - deadline)) end as lateness_days
    from compared where forecast > 0 or actual > 0
  )`

/** Forecasts of sellers of their orders, from order management. */
export const forecasts = defineFeed({
  name: 'forecasts',
  summary: 'Push forecasts',
  description:
    'How many orders sellers expect, from order management: one forecast for a month, and one for each campaign of it, which names the campaign.',
  record,
  key: ['seller_code', 'period', 'campaign_code'],
  table: 'forecasts',
  columns: { campaign_code: { name: 'campaign_id', value: 'coalesce(c.id, 0)' } },
  joins: 'left join campaigns c using (campaign_code)',
  unknown: { campaign_code: 'g.campaign_code is not null and c.id is null' },
  day: `to_date(f.period, 'YYYY-MM')`,
  dayFields: ['period'],
  mayLieAhead: ['period'],
  // That of a campaign counts in the month in which the campaign ends, whichever month it names.
  kept: {
    past: `f.period < ${keptFrom.month} and coalesce((${CAMPAIGN_END}) < ${keptFrom.day}, true)`,
    first: `least(to_date(f.period, 'YYYY-MM'), (${CAMPAIGN_END}))`,
    last: `greatest(to_date(f.period, 'YYYY-MM'), (${CAMPAIGN_END}))`,
  },
  inMonth: inMonth.period('f.period'),
  controlTotals: {
    forecast_orders: { column: 'forecast_orders', description: 'Orders that were forecast', example: 900 },
  },
  expected: 'each month',
  scored: {
    line: SCORED.forecasts.line,
    rows: FORECASTS_OF_MONTH,
    comparedWithOrders: true,
    alsoReads: ['campaign-actuals'],
    values: ({ month: { as_of, period, as_of_date, time_zone }, rules }) => {
      const { base_days, campaign_days } = paramsOf(rules, 'forecast_lateness')
      return [as_of, period, firstDay(period), as_of_date, time_zone, base_days, campaign_days]
    },
    sums: {
      forecast_rows: rows,
      forecast_total: exactSum('forecast'),
      actual_total: exactSum('actual'),
      absolute_error: exactSum('absolute_error'),
      lateness_days: sum('lateness_days'),
    },
    amounts: { error: 'error' },
    list: {
      columns: 'campaign_code, period, forecast_orders, actual_orders, deadline, submitted_at',
      order: 'campaign_id',
    },
    inUse: `
      from forecasts f left join campaigns c on c.id = f.campaign_id
      where f.seller_id = s.id and f.submitted_at < $2
        and (f.campaign_id = 0 and f.period = $5
          or c.status <> 'cancelled' and c.end_date between $3::date and $4::date)`,
  },
})
