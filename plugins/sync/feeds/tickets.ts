import { Type } from '@sinclair/typebox'
import { factFeed } from '../feed.ts'
import { Fault, Instant, Key, Maybe, ObservedAt, SellerCode } from '../fields.ts'

const record = Type.Object(
  {
    ticket_code: Key({ examples: ['T-88120'] }),
    seller_code: SellerCode(),
    category: Key({
      description:
        'Weight and hours of a category are the helpdesk records’; one without a record counts as `*`',
      examples: ['complaint'],
    }),
    opened_at: Instant({ description: 'Decides the month of the ticket' }),
    fault: Maybe(Fault({ description: 'Default seller', examples: ['seller'] })),
    replied_at: Maybe(Instant({ description: 'The first reply' })),
    resolved_at: Maybe(Instant()),
    observed_at: ObservedAt(),
  },
  { title: 'TicketRecord' },
)

const statement = `
  with push as (
    select $1::text as zone, $2::bool as keep
  ), given as (
    select g.n, s.id as seller_id, g.ticket_code collate "C" as ticket_code, g.category, g.opened_at,
           coalesce(g.fault, 'seller') as fault, g.replied_at, g.resolved_at, g.observed_at,
           case when s.id is null then 'seller_code' end as unknown
    from unnest($3::text[], $4::text[], $5::text[], $6::timestamptz(3)[], $7::text[], $8::timestamptz(3)[],
                $9::timestamptz(3)[], $10::timestamptz(3)[]) with ordinality
           as g(ticket_code, seller_code, category, opened_at, fault, replied_at,
                resolved_at, observed_at, n)
      left join sellers s using (seller_code)
  ), judged as (
    select *, observed_at < max(observed_at) over (
                partition by seller_id, ticket_code order by n rows between unbounded preceding and 1 preceding) as outdated
    from given where unknown is null
  ), latest as (
    select distinct on (seller_id, ticket_code) *
    from judged order by seller_id, ticket_code, outdated is true, n desc
  ), stored as (
    insert into tickets as t (
      seller_id, ticket_code, category, fault, opened_at, replied_at, resolved_at, observed_at, received_at)
    select seller_id, ticket_code, category, fault, opened_at, replied_at, resolved_at, observed_at,
           statement_timestamp()
    from latest, push where keep order by seller_id, ticket_code
    on conflict (seller_id, ticket_code) do update set
      category = excluded.category, fault = excluded.fault, opened_at = excluded.opened_at,
      replied_at = excluded.replied_at, resolved_at = excluded.resolved_at,
      observed_at = coalesce(excluded.observed_at, t.observed_at),
      received_at = case
        when (t.category, t.fault, t.opened_at, t.replied_at, t.resolved_at)
             is distinct from
             (excluded.category, excluded.fault, excluded.opened_at, excluded.replied_at, excluded.resolved_at)
        then excluded.received_at else t.received_at end
    where (excluded.observed_at < t.observed_at) is not true
      and (t.category, t.fault, t.opened_at, t.replied_at, t.resolved_at, t.observed_at)
          is distinct from
          (excluded.category, excluded.fault, excluded.opened_at, excluded.replied_at, excluded.resolved_at,
           coalesce(excluded.observed_at, t.observed_at))
    returning t.seller_id, to_char(t.opened_at at time zone (select zone from push), 'YYYY-MM') as period, t.xmax = 0 as created,
              t.received_at = statement_timestamp()::timestamptz(3) as changed
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

/** Complaints and questions, from the helpdesk. */
export const tickets = factFeed({
  name: 'tickets',
  summary: 'Push tickets',
  description: 'Tickets about sellers, from the helpdesk. The month of a ticket is that of `opened_at`.',
  record,
  key: ['seller_code', 'ticket_code'],
  statement,
})
