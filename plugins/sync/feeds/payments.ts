import { Type } from '@sinclair/typebox'
import { factFeed } from '../feed.ts'
import { Day, Key, Maybe, Money, ObservedAt, SellerCode } from '../fields.ts'

const record = Type.Object(
  {
    invoice_code: Key({ examples: ['INV-5501'] }),
    seller_code: SellerCode(),
    amount: Money({ description: 'What the invoice asks for' }),
    issued_on: Day(),
    due_on: Maybe(
      Day({ description: 'Default: the seller’s payment_terms_days, else 30 days, after issued_on' }),
    ),
    paid_amount: Maybe(Money({ description: 'What was paid so far. Default 0' })),
    paid_on: Maybe(Day({ description: 'When it was paid in full' })),
    observed_at: ObservedAt(),
  },
  { title: 'PaymentRecord' },
)

/** An invoice that has been paid speaks of the month of its payment, if that is later than the one it was due in. */
const statement = `
  with push as (
    select $1::text as zone, $2::bool as keep
  ), given as (
    select g.n, s.id as seller_id, g.invoice_code collate "C" as invoice_code, g.amount, g.issued_on,
           coalesce(g.due_on, g.issued_on + coalesce(s.payment_terms_days, 30)) as due_on,
           coalesce(g.paid_amount, 0) as paid_amount, g.paid_on, g.observed_at,
           case when s.id is null then 'seller_code' end as unknown
    from unnest($3::text[], $4::text[], $5::numeric(14, 2)[], $6::date[], $7::date[], $8::numeric(14, 2)[],
                $9::date[], $10::timestamptz(3)[]) with ordinality
           as g(invoice_code, seller_code, amount, issued_on, due_on, paid_amount,
                paid_on, observed_at, n)
      left join sellers s using (seller_code)
  ), judged as (
    select *, observed_at < max(observed_at) over (
                partition by seller_id, invoice_code order by n rows between unbounded preceding and 1 preceding) as outdated
    from given where unknown is null
  ), latest as (
    select distinct on (seller_id, invoice_code) *
    from judged order by seller_id, invoice_code, outdated is true, n desc
  ), stored as (
    insert into invoices as i (
      seller_id, invoice_code, amount, issued_on, due_on, paid_amount, paid_on, observed_at, received_at)
    select seller_id, invoice_code, amount, issued_on, due_on, paid_amount, paid_on, observed_at,
           statement_timestamp()
    from latest, push where keep order by seller_id, invoice_code
    on conflict (seller_id, invoice_code) do update set
      amount = excluded.amount, issued_on = excluded.issued_on, due_on = excluded.due_on,
      paid_amount = excluded.paid_amount, paid_on = excluded.paid_on,
      observed_at = coalesce(excluded.observed_at, i.observed_at),
      received_at = case
        when (i.amount, i.issued_on, i.due_on, i.paid_amount, i.paid_on)
             is distinct from
             (excluded.amount, excluded.issued_on, excluded.due_on, excluded.paid_amount, excluded.paid_on)
        then excluded.received_at else i.received_at end
    where (excluded.observed_at < i.observed_at) is not true
      and (i.amount, i.issued_on, i.due_on, i.paid_amount, i.paid_on, i.observed_at)
          is distinct from
          (excluded.amount, excluded.issued_on, excluded.due_on, excluded.paid_amount, excluded.paid_on,
           coalesce(excluded.observed_at, i.observed_at))
    returning i.seller_id, to_char(greatest(i.due_on, i.paid_on), 'YYYY-MM') as period, i.xmax = 0 as created,
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

/** Invoices to sellers and how they pay them, from accounting. */
export const payments = factFeed({
  name: 'payments',
  summary: 'Push invoices and their payments',
  description:
    'Invoices to sellers and how they were paid, from accounting. The month of an invoice is that of `due_on` or, when it was paid later, of `paid_on`.',
  record,
  key: ['seller_code', 'invoice_code'],
  statement,
})
