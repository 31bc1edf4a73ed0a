import { Type } from '@sinclair/typebox'
import { factFeed } from '../feed.ts'
import { Month, ObservedAt, SellerCode, SignedMoney } from '../fields.ts'

const record = Type.Object(
  {
    seller_code: SellerCode(),
    period: Month(),
    amount: SignedMoney({ description: 'Negative when more was given back than sold' }),
    observed_at: ObservedAt(),
  },
  { title: 'RevenueRecord' },
)

const statement = `
  with push as (
    select $1::text as zone, $2::bool as keep
  ), given as (
    select g.n, s.id as seller_id, g.period, g.amount, g.observed_at,
           case when s.id is null then 'seller_code' end as unknown
    from unnest($3::text[], $4::text[], $5::numeric(14, 2)[], $6::timestamptz(3)[]) with ordinality
           as g(seller_code, period, amount, observed_at, n)
      left join sellers s using (seller_code)
  ), judged as (
    select *, observed_at < max(observed_at) over (
                partition by seller_id, period order by n rows between unbounded preceding and 1 preceding) as outdated
    from given where unknown is null
  ), latest as (
    select distinct on (seller_id, period) *
    from judged order by seller_id, period, outdated is true, n desc
  ), stored as (
    insert into revenues as r (seller_id, period, amount, observed_at, received_at)
    select seller_id, period, amount, observed_at, statement_timestamp()
    from latest, push where keep order by seller_id, period
    on conflict (seller_id, period) do update set
      amount = excluded.amount, observed_at = coalesce(excluded.observed_at, r.observed_at),
      received_at = case when r.amount is distinct from excluded.amount then excluded.received_at else r.received_at end
    where (excluded.observed_at < r.observed_at) is not true
      and (r.amount, r.observed_at)
          is distinct from (excluded.amount, coalesce(excluded.observed_at, r.observed_at))
    returning r.seller_id, r.period, r.xmax = 0 as created,
              r.received_at = statement_timestamp()::timestamptz(3) as changed
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

/** What sellers turned over, from accounting. */
export const revenue = factFeed({
  name: 'revenue',
  summary: 'Push revenue',
  description: 'What sellers turned over in a month, from accounting.',
  record,
  key: ['seller_code', 'period'],
  statement,
})
