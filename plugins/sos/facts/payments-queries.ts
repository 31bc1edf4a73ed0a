import { INVOICES_OF_MONTH } from '../../../src/domain/metrics/payments-queries.ts'
import { firstDay } from '../../../src/scoring/month.ts'
import type { FactRows } from './fact-rows.ts'

/** The invoices of the month in the order of due dates. Their sums are those of aggregatePayments. */
export const invoiceRows: FactRows<'invoices' | 'invoiced_amount' | 'amount_days_late' | 'unpaid_amount'> = (
  db,
  { seller_id, month, limit, offset },
) =>
  db.rows(
    `with ${INVOICES_OF_MONTH}
     select invoice_code, amount, issued_on, due_on, paid_amount, paid_on, days_late,
            jsonb_build_object(
              'invoices', 1,
              'invoiced_amount', amount,
              'amount_days_late', amount * days_late,
              'unpaid_amount', unpaid_amount) as counted
     from invoices_of_month
     order by due_on, invoice_code limit $4 offset $5`,
    [[seller_id], firstDay(month.period), month.as_of_date, limit, offset],
    'facts-payments',
  )
