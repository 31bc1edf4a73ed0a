import { Type } from '@sinclair/typebox'
import { factFeed } from '../feed.ts'
import { CampaignCode, Count, Instant, Maybe, Month, ObservedAt, SellerCode } from '../fields.ts'

const record = Type.Object(
  {
    seller_code: SellerCode(),
    period: Month({ description: 'The month that is forecast' }),
    forecast_orders: Count({ examples: [1200] }),
    submitted_at: Instant({ description: 'When the seller handed it in' }),
    campaign_code: Maybe(CampaignCode()),
    observed_at: ObservedAt(),
  },
  { title: 'ForecastRecord' },
)

const statement = `
  with push as (
    select $1::text as zone, $2::bool as keep
  ), given as (
    select g.n, s.id as seller_id, g.period, coalesce(c.id, 0) as campaign_id, g.forecast_orders, g.submitted_at,
           g.observed_at,
           case when s.id is null then 'seller_code'
                when g.campaign_code is not null and c.id is null then 'campaign_code' end as unknown
    from unnest($3::text[], $4::text[], $5::int[], $6::timestamptz(3)[], $7::text[], $8::timestamptz(3)[])
           with ordinality
           as g(seller_code, period, forecast_orders, submitted_at, campaign_code, observed_at, n)
      left join sellers s using (seller_code)
      left join campaigns c using (campaign_code)
  ), judged as (
    select *, observed_at < max(observed_at) over (
                partition by seller_id, period, campaign_id order by n
                rows between unbounded preceding and 1 preceding) as outdated
    from given where unknown is null
  ), latest as (
    select distinct on (seller_id, period, campaign_id) *
    from judged order by seller_id, period, campaign_id, outdated is true, n desc
  ), stored as (
    insert into forecasts as f (
      seller_id, period, campaign_id, forecast_orders, submitted_at, observed_at, received_at)
    select seller_id, period, campaign_id, forecast_orders, submitted_at, observed_at, statement_timestamp()
    from latest, push where keep order by seller_id, period, campaign_id
    on conflict (seller_id, period, campaign_id) do update set
      forecast_orders = excluded.forecast_orders, submitted_at = excluded.submitted_at,
      observed_at = coalesce(excluded.observed_at, f.observed_at),
      received_at = case
        when (f.forecast_orders, f.submitted_at) is distinct from (excluded.forecast_orders, excluded.submitted_at)
        then excluded.received_at else f.received_at end
    where (excluded.observed_at < f.observed_at) is not true
      and (f.forecast_orders, f.submitted_at, f.observed_at)
          is distinct from
          (excluded.forecast_orders, excluded.submitted_at, coalesce(excluded.observed_at, f.observed_at))
    returning f.seller_id, f.period, f.xmax = 0 as created,
              f.received_at = statement_timestamp()::timestamptz(3) as changed
  ), counted as (
    select seller_id, period, count(*) filter (where created) as created, count(*) filter (where not created) as updated
    from stored where created or changed group by seller_id, period
  )
  select (select json_agg(json_build_object('n', n, 'field', unknown)) from given where unknown is not null) as unknown,
         (select json_agg(p) from (
            select period, sum(created) as created, sum(updated) as updated,
                   coalesce(sum(created + updated) filter (where m.status = 'final'), 0) as late
            from counted left join monthly_scores m using (seller_id, period)
            group by period order by period) p) as periods`

/** What sellers said they would sell, from order management. */
export const forecasts = factFeed({
  name: 'forecasts',
  summary: 'Push forecasts',
  description:
    'How many orders sellers expect, from order management: one forecast for a month, and one for each campaign of it, which names the campaign.',
  record,
  key: ['seller_code', 'period', 'campaign_code'],
  statement,
})
