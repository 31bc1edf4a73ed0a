import { Type } from '@sinclair/typebox'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { factFeed } from '../feed.ts'
import { Count, Fault, Instant, Key, Maybe, ObservedAt, SellerCode } from '../fields.ts'

const record = Type.Object(
  {
    order_code: Key({ examples: ['ORD-100234'] }),
    seller_code: SellerCode(),
    ordered_at: Instant({ description: 'Decides the month of the order' }),
    warehouse_id: Maybe(Id({ description: 'A warehouse that exists' })),
    units: Maybe(Count({ description: 'Default 1', examples: [2] })),
    ready_by: Maybe(Instant({ description: 'When it should be ready for the carrier' })),
    ready_at: Maybe(Instant({ description: 'When it was' })),
    cancelled_at: Maybe(Instant()),
    cancel_fault: Maybe(Fault({ description: 'By whose fault it was cancelled', examples: ['seller'] })),
    has_data_error: Maybe(Type.Boolean({ description: 'The order was sent with wrong data. Default false' })),
    observed_at: ObservedAt(),
  },
  { title: 'OrderRecord' },
)

const statement = `
  with push as (
    select $1::text as zone, $2::bool as keep
  ), given as (
    select g.n, s.id as seller_id, g.order_code collate "C" as order_code, g.ordered_at, g.warehouse_id,
           coalesce(g.units, 1) as units, g.ready_by, g.ready_at, g.cancelled_at, g.cancel_fault,
           coalesce(g.has_data_error, false) as has_data_error, g.observed_at,
           case when s.id is null then 'seller_code'
                when g.warehouse_id is not null and w.id is null then 'warehouse_id' end as unknown
    from unnest($3::text[], $4::text[], $5::timestamptz(3)[], $6::int[], $7::int[], $8::timestamptz(3)[],
                $9::timestamptz(3)[], $10::timestamptz(3)[], $11::text[], $12::bool[], $13::timestamptz(3)[])
           with ordinality
           as g(order_code, seller_code, ordered_at, warehouse_id, units, ready_by,
                ready_at, cancelled_at, cancel_fault, has_data_error, observed_at, n)
      left join sellers s using (seller_code)
      left join warehouses w on w.id = g.warehouse_id
  ), judged as (
    select *, observed_at < max(observed_at) over (
                partition by seller_id, order_code order by n rows between unbounded preceding and 1 preceding) as outdated
    from given where unknown is null
  ), latest as (
    select distinct on (seller_id, order_code) *
    from judged order by seller_id, order_code, outdated is true, n desc
  ), stored as (
    insert into orders as o (
      seller_id, order_code, ordered_at, warehouse_id, units, ready_by, ready_at, cancelled_at, cancel_fault,
      has_data_error, observed_at, received_at)
    select seller_id, order_code, ordered_at, warehouse_id, units, ready_by, ready_at, cancelled_at, cancel_fault,
           has_data_error, observed_at, statement_timestamp()
    from latest, push where keep order by seller_id, order_code
    on conflict (seller_id, order_code) do update set
      ordered_at = excluded.ordered_at, warehouse_id = excluded.warehouse_id, units = excluded.units,
      ready_by = excluded.ready_by, ready_at = excluded.ready_at, cancelled_at = excluded.cancelled_at,
      cancel_fault = excluded.cancel_fault, has_data_error = excluded.has_data_error,
      observed_at = coalesce(excluded.observed_at, o.observed_at),
      received_at = case
        when (o.ordered_at, o.warehouse_id, o.units, o.ready_by, o.ready_at, o.cancelled_at, o.cancel_fault,
              o.has_data_error)
             is distinct from
             (excluded.ordered_at, excluded.warehouse_id, excluded.units, excluded.ready_by, excluded.ready_at,
              excluded.cancelled_at, excluded.cancel_fault, excluded.has_data_error)
        then excluded.received_at else o.received_at end
    where (excluded.observed_at < o.observed_at) is not true
      and (o.ordered_at, o.warehouse_id, o.units, o.ready_by, o.ready_at, o.cancelled_at, o.cancel_fault,
           o.has_data_error, o.observed_at)
          is distinct from
          (excluded.ordered_at, excluded.warehouse_id, excluded.units, excluded.ready_by, excluded.ready_at,
           excluded.cancelled_at, excluded.cancel_fault, excluded.has_data_error,
           coalesce(excluded.observed_at, o.observed_at))
    returning o.seller_id, to_char(o.ordered_at at time zone (select zone from push), 'YYYY-MM') as period, o.xmax = 0 as created,
              o.received_at = statement_timestamp()::timestamptz(3) as changed
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

/** Orders, from order management. */
export const orders = factFeed({
  name: 'orders',
  summary: 'Push orders',
  description: 'Orders of sellers, from order management. The month of an order is that of `ordered_at`.',
  record,
  key: ['seller_code', 'order_code'],
  statement,
})
