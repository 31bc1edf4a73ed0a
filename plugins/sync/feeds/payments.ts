import { Type } from '@sinclair/typebox'
import { factFeed } from '../feed.ts'
import { also, Day, Key, Maybe, Money, SellerCode } from '../fields.ts'
import { keptFrom } from '../kept-months.ts'

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

/** Invoices to sellers and how they pay them, from accounting. */
export const payments = factFeed({
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
  // It counts in every month from the one it is due in to the one it is paid in; until then it is kept.
  kept: {
    past: `f.paid_on is not null and greatest(f.due_on, f.paid_on) < ${keptFrom.day}`,
    first: `to_char(f.due_on, 'YYYY-MM')`,
  },
})
