import { Type } from '@sinclair/typebox'
import { factFeed } from '../feed.ts'
import { Day, Key, Maybe, Money, SellerCode } from '../fields.ts'

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
})
