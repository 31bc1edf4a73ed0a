import { Type } from '@sinclair/typebox'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { factFeed } from '../feed.ts'
import { Count, Day, Key, Maybe, ObservedAt, SellerCode } from '../fields.ts'

const record = Type.Object(
  {
    seller_code: SellerCode(),
    warehouse_id: Id({ description: 'A warehouse that exists' }),
    sku: Key({ examples: ['SKU-77'] }),
    snapshot_on: Day({ description: 'The day of the count; decides the month' }),
    received_on: Day({ description: 'When these pieces came in: their age counts from here' }),
    quantity: Count({ examples: [140] }),
    volume_m3: Maybe(
      Type.Number({
        minimum: 0,
        maximum: 9_999_999_999,
        description: 'Of all pieces together; kept to four decimals',
        examples: [1.25],
      }),
    ),
    is_stranded: Maybe(Type.Boolean({ description: 'Can’t be sold as it is. Default false' })),
    observed_at: ObservedAt(),
  },
  { title: 'InventoryRecord' },
)

const statement = `
  with push as (
    select $1::text as zone, $2::bool as keep
  ), given as (
    select g.n, s.id as seller_id, g.warehouse_id, g.sku collate "C" as sku, g.snapshot_on, g.received_on, g.quantity,
           g.volume_m3, coalesce(g.is_stranded, false) as is_stranded, g.observed_at,
           case when s.id is null then 'seller_code' when w.id is null then 'warehouse_id' end as unknown
    from unnest($3::text[], $4::int[], $5::text[], $6::date[], $7::date[], $8::int[],
                $9::numeric(14, 4)[], $10::bool[], $11::timestamptz(3)[]) with ordinality
           as g(seller_code, warehouse_id, sku, snapshot_on, received_on, quantity,
                volume_m3, is_stranded, observed_at, n)
      left join sellers s using (seller_code)
      left join warehouses w on w.id = g.warehouse_id
  ), judged as (
    select *, observed_at < max(observed_at) over (
                partition by seller_id, warehouse_id, sku, snapshot_on, received_on order by n
                rows between unbounded preceding and 1 preceding) as outdated
    from given where unknown is null
  ), latest as (
    select distinct on (seller_id, warehouse_id, sku, snapshot_on, received_on) *
    from judged order by seller_id, warehouse_id, sku, snapshot_on, received_on, outdated is true, n desc
  ), stored as (
    insert into inventory_snapshots as i (
      seller_id, warehouse_id, sku, snapshot_on, received_on, quantity, volume_m3, is_stranded, observed_at,
      received_at)
    select seller_id, warehouse_id, sku, snapshot_on, received_on, quantity, volume_m3, is_stranded, observed_at,
           statement_timestamp()
    from latest, push where keep order by seller_id, warehouse_id, sku, snapshot_on, received_on
    on conflict (seller_id, warehouse_id, sku, snapshot_on, received_on) do update set
      quantity = excluded.quantity, volume_m3 = excluded.volume_m3, is_stranded = excluded.is_stranded,
      observed_at = coalesce(excluded.observed_at, i.observed_at),
      received_at = case
        when (i.quantity, i.volume_m3, i.is_stranded)
             is distinct from (excluded.quantity, excluded.volume_m3, excluded.is_stranded)
        then excluded.received_at else i.received_at end
    where (excluded.observed_at < i.observed_at) is not true
      and (i.quantity, i.volume_m3, i.is_stranded, i.observed_at)
          is distinct from
          (excluded.quantity, excluded.volume_m3, excluded.is_stranded,
           coalesce(excluded.observed_at, i.observed_at))
    returning i.seller_id, to_char(i.snapshot_on, 'YYYY-MM') as period, i.xmax = 0 as created,
              i.received_at = statement_timestamp()::timestamptz(3) as changed
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

/** What lies in the warehouses, from warehouse and order systems. */
export const inventory = factFeed({
  name: 'inventory',
  summary: 'Push stock snapshots',
  description:
    'What lies in the warehouses, from the warehouse systems: one record for each article, day of counting and day of arrival. The month is that of `snapshot_on`.',
  record,
  key: ['seller_code', 'warehouse_id', 'sku', 'snapshot_on', 'received_on'],
  statement,
})
