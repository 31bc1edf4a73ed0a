import { Type } from '@sinclair/typebox'
import { firstDay } from '../scoring/month.ts'
import { SCORED } from '../scoring/scored-feeds.ts'
import { defineFeed, exactSum, rows } from './feed.ts'
import { also, Day, Key, Maybe, Money, SellerCode } from './fields.ts'
import { keptFrom } from './kept-months.ts'
import { inMonth } from './month-columns.ts'

const record = Type.Object(
  {
    invoice_code: also(Key({ examples: ['INV-5501'] }), 'invoice_no', 'invoice_number', 'invoice_id'),
    seller_code: SellerCode(),
    amount: also(Money({ description: 'What the invoice asks for' }), 'invoice_amount', 'invoice_total'),
    issued_on: also(Day(), 'invoice_date', 'issue_date', 'issued_date', 'date_issued'),
    due_on: also(
      Maybe(Day({ description: 'Default: the seller’s payment_terms_days, else 30 days, after issued_on' })),
      'due_date',
    ),
    paid_amount: also(Maybe(Money({ description: 'What was paid so far. Default 0' })), 'amount_paid'),
    paid_on: also(
      Maybe(Day({ description: 'When it was paid in full' })),
      'paid_date',
      'payment_date',
      'date_paid',
    ),
  },
  { title: 'PaymentRecord' },
)

/**
 * The invoices due by as_of and not paid before the month began, each with what it counts as for the metrics of
 * f_score. An invoice is late from the day after due_on until the day it is paid, or as_of; until then what is
 * missing of a late one counts as unpaid. A payment dated after as_of has not happened, so its paid_amount does not
 * count either.
 *
 * $2 first day of the month, $3 as_of_date
 */
const INVOICES_OF_MONTH = `
  facts_of_month as (
    select *,
           greatest(0, least(paid_on, $3::date) - due_on) as days_late,
           case when due_on < $3::date and (paid_on <= $3::date) is not true
                then greatest(0, amount - case when paid_on is null then paid_amount else 0 end)
                else 0 end as unpaid_amount
    from invoices
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
    invoice_code: { type: 'text', value: 'g.invoice_code collate "C"' },
    amount: 'numeric(14, 2)',
    issued_on: 'date',
    due_on: { type: 'date', value: 'coalesce(g.due_on, g.issued_on + coalesce(s.payment_terms_days, 30))' },
    paid_amount: { type: 'numeric(14, 2)', value: 'coalesce(g.paid_amount, 0)' },
    paid_on: 'date',
  },
  period: `to_char(greatest(f.due_on, f.paid_on), 'YYYY-MM')`,
  day: 'greatest(f.due_on, f.paid_on)',
  dayFields: ['due_on', 'issued_on'],
  inOrder: [
    ['issued_on', 'due_on'],
    ['issued_on', 'paid_on'],
  ],
  mayLieAhead: ['due_on'],
  // It counts in every month from the one it is due in to the one it is paid in; until then it is kept.
  kept: {
    past: `f.paid_on is not null and greatest(f.due_on, f.paid_on) < ${keptFrom.day}`,
    first: `to_char(f.due_on, 'YYYY-MM')`,
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
      columns: {
        invoice_code: null,
        amount: null,
        issued_on: 'date',
        due_on: 'date',
        paid_amount: null,
        paid_on: 'date',
        days_late: null,
      },
      order: 'due_on, invoice_code',
    },
    inUse: `
      from invoices f
      where f.seller_id = s.id and f.due_on <= $4::date and (f.paid_on is null or f.paid_on >= $3::date)`,
  },
})
