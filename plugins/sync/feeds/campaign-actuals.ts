import { Type } from '@sinclair/typebox'
import { factFeed } from '../feed.ts'
import { CampaignCode, Count, Maybe, ObservedAt, SellerCode } from '../fields.ts'

const record = Type.Object(
  {
    seller_code: SellerCode(),
    campaign_code: CampaignCode(),
    actual_orders: Count({ examples: [480] }),
    actual_units: Maybe(Count({ examples: [910] })),
    observed_at: ObservedAt(),
  },
  { title: 'CampaignActualRecord' },
)

const statement = `
  with push as (
    select $1::text as zone, $2::bool as keep
  ), given as (
    select g.n, s.id as seller_id, c.id as campaign_id, g.actual_orders, g.actual_units, g.observed_at,
           case when s.id is null then 'seller_code' when c.id is null then 'campaign_code' end as unknown
    from unnest($3::text[], $4::text[], $5::int[], $6::int[], $7::timestamptz(3)[]) with ordinality
           as g(seller_code, campaign_code, actual_orders, actual_units, observed_at, n)
      left join sellers s using (seller_code)
      left join campaigns c using (campaign_code)
  ), judged as (
    select *, observed_at < max(observed_at) over (
                partition by seller_id, campaign_id order by n rows between unbounded preceding and 1 preceding) as outdated
    from given where unknown is null
  ), latest as (
    select distinct on (seller_id, campaign_id) *
    from judged order by seller_id, campaign_id, outdated is true, n desc
  ), stored as (
    insert into campaign_actuals as a (
      seller_id, campaign_id, actual_orders, actual_units, observed_at, received_at)
    select seller_id, campaign_id, actual_orders, actual_units, observed_at, statement_timestamp()
    from latest, push where keep order by seller_id, campaign_id
    on conflict (seller_id, campaign_id) do update set
      actual_orders = excluded.actual_orders, actual_units = excluded.actual_units,
      observed_at = coalesce(excluded.observed_at, a.observed_at),
      received_at = case
        when (a.actual_orders, a.actual_units) is distinct from (excluded.actual_orders, excluded.actual_units)
        then excluded.received_at else a.received_at end
    where (excluded.observed_at < a.observed_at) is not true
      and (a.actual_orders, a.actual_units, a.observed_at)
          is distinct from
          (excluded.actual_orders, excluded.actual_units, coalesce(excluded.observed_at, a.observed_at))
    returning a.seller_id, a.campaign_id, a.xmax = 0 as created,
              a.received_at = statement_timestamp()::timestamptz(3) as changed
  ), counted as (
    select seller_id, to_char(c.end_date, 'YYYY-MM') as period,
           count(*) filter (where created) as created, count(*) filter (where not created) as updated
    from stored join campaigns c on c.id = campaign_id
    where created or changed group by 1, 2
  )
  select (select json_agg(json_build_object('n', n, 'field', unknown)) from given where unknown is not null) as unknown,
         (select json_agg(p) from (
            select period, sum(created) as created, sum(updated) as updated,
                   coalesce(sum(created + updated) filter (where m.status = 'final'), 0) as late
            from counted left join monthly_scores m using (seller_id, period)
            group by period order by period) p) as periods`

/** What sellers sold in campaigns, from warehouse and order systems. */
export const campaignActuals = factFeed({
  name: 'campaign-actuals',
  summary: 'Push actual results of campaigns',
  description:
    'What sellers sold in campaigns, from the warehouse and order systems. The month is that in which the campaign ends.',
  record,
  key: ['seller_code', 'campaign_code'],
  statement,
})
