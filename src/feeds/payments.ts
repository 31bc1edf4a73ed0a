import { CalendarDate, Code, Model } from '../platform/schemas/schemas.ts'
import { firstDay } from '../scoring/month.ts'
import { SCORED } from '../scoring/scored-feeds.ts'
import { defineFeed, exactSum, rows } from './feed.ts'
import { also, Maybe, Money, SellerCode } from './fields.ts'
import { inMonth, keptFrom } from './months.ts'

const record = Model('PaymentRecord', {
  invoice_code: also(Code({ examples: ['INV-5501'] }), 'invoice_no invoice_number invoice_id'),
  seller_code: SellerCode(),
  amount: also(Money({ description: 'What the invoice asks for' }), 'invoice_amount invoice_total'),
  issued_on: also(CalendarDate(), 'invoice_date issue_date issued_date date_issued'),
  due_on: Maybe(
    CalendarDate({
      description: 'Default: the seller’s payment_terms_days, else 30 days, after issued_on',
    }),
    'due_date due_at',
  ),
  paid_amount: Maybe(Money({ description: 'What was paid so far. Default 0' }), 'amount_paid'),
  paid_on: Maybe(
    CalendarDate({
      description:
        'When it was paid in full. Without it an invoice is late until nothing is owed any more; one that owes nothing counts as on time',
    }),
    'paid_date paid_at payment_date date_paid',
  ),
  credited_amount: Maybe(
    Money({ description: 'What credit notes have settled of it. Default 0', examples: [50] }),
    'amount_credited credit_amount',
  ),
  due_amount: Maybe(
    Money({
      description:
        'What is still owed, where the source says it. Default: amount − paid_amount − credited_amount',
      examples: [149.8],
    }),
    'amount_due balance_due outstanding_amount',
  ),
})

/** What is still owed of an invoice without paid_on: what the source says, but no more than its amount. */
export const OWED =
  'least(amount, coalesce(due_amount, greatest(0, amount - paid_amount - coalesce(credited_amount, 0))))'

/**
 * The invoices due by as_of and not paid before the month began, each with what it counts as for the metrics of
 * f_score. An invoice is late from the day after due_on until the day it is paid, or as_of; until then what is
 * owed of a late one counts as unpaid. One that owes nothing, nobody knows since when, is not late. A payment dated
 * after as_of has not happened, so its paid_amount does not count either.
 *
 * $2 first day of the month, $3 as_of_date
 */
const INVOICES_OF_MONTH = `
  facts_of_month as (
    select *,
           case when paid_on is null and owed = 0 then 0
                else greatest(0, least(paid_on, $3::date) - due_on) end as days_late,
           case when due_on < $3::date and (paid_on <= $3::date) is not true then owed else 0 end as unpaid_amount
    from invoices, lateral (
      select case when paid_on is null then ${OWED}
                  else greatest(0, amount - coalesce(credited_amount, 0)) end as owed) at_as_of
    where ($1::int[] is null or seller_id = any($1::int[])) and due_on <= $3::date and (paid_on is null or paid_on >= $2::date)
  )`

/** Invoices to sellers and how they pay them, from accounting. */
export const payments = defineFeed({
  name: 'payments',
  summary: 'Push invoices and their payments',
  description:
    'Invoices to sellers and how they were paid, from accounting. The month of an invoice is that of `due_on` or, when it was paid later, of `paid_on`.',
  record,
  key: ['seller_code', 'invoice_code'],
  table: 'invoices',
  columns: {
    due_on: { value: 'coalesce(g.due_on, g.issued_on + coalesce(s.payment_terms_days, 30))' },
    paid_amount: { value: 'coalesce(g.paid_amount, 0)' },
    // 0 is what it is without: only what was credited is in the lines of certificates.
    credited_amount: { value: 'nullif(g.credited_amount, 0)' },
  },
  day: 'greatest(f.due_on, f.paid_on)',
  dayFields: ['due_on', 'issued_on'],
  inOrder: [
    ['issued_on', 'due_on'],
    ['issued_on', 'paid_on'],
  ],
  mayLieAhead: ['due_on'],
  notes: [
    {
      where: `f.paid_on is null and f.amount > 0 and ${OWED} = 0`,
      one: 'invoice is paid in full without paid_on: it counts as on time',
      many: 'invoices are paid in full without paid_on: they count as on time',
    },
    {
      where: 'f.due_amount > f.amount',
      one: 'invoice has a due_amount above its amount: it owes its amount',
      many: 'invoices have a due_amount above their amount: they owe their amount',
    },
    {
      where: 'f.paid_on is not null and f.due_amount > 0',
      one: 'invoice has both paid_on and a due_amount: it is paid on that day',
      many: 'invoices have both paid_on and a due_amount: they are paid on that day',
    },
  ],
  // It counts in every month from the one it is due in to the one it is paid in; without paid_on it is kept.
  kept: {
    past: `f.paid_on is not null and greatest(f.due_on, f.paid_on) < ${keptFrom.day}`,
    first: 'f.due_on',
    last: `case when f.paid_on is null then '9999-12-31' else greatest(f.due_on, f.paid_on) end`,
  },
  inMonth: inMonth.day('greatest(f.due_on, f.paid_on)'),
  controlTotals: {
    amount: { column: 'amount', description: 'Sum of the amounts', example: 84210.5, isMoney: true },
  },
  expected: 'some days',
  scored: {
    line: SCORED.payments.line,
    rows: INVOICES_OF_MONTH,
    values: ({ month: { period, as_of_date } }) => [firstDay(period), as_of_date],
    sums: {
      invoices: rows,
      invoiced_amount: exactSum('amount'),
      amount_days_late: exactSum('amount * days_late'),
      unpaid_amount: exactSum('unpaid_amount'),
    },
    list: {
      columns:
        'invoice_code, amount, issued_on, due_on, paid_amount, paid_on, credited_amount, due_amount, days_late',
      order: 'due_on, invoice_code',
    },
    inUse: `
      from invoices f
      where f.seller_id = s.id and f.due_on <= $4::date and (f.paid_on is null or f.paid_on >= $3::date)`,
  },
})
