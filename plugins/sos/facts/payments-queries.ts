import { firstDayOf } from '../metrics/scored-month.ts'
import type { FactRows } from './fact-rows.ts'

/** The invoices due by as_of and not paid before the month, in the order of due dates. Counted as aggregatePayments does. */
export const invoiceRows: FactRows<'invoices' | 'invoiced_amount' | 'amount_days_late' | 'unpaid_amount'> = (
  db,
  { seller_id, month, limit, offset },
) =>
  db.rows(
    `select invoice_code, amount, issued_on, due_on, paid_amount, paid_on, days_late,
            jsonb_build_object(
              'invoices', 1,
              'invoiced_amount', amount,
              'amount_days_late', amount * days_late,
              'unpaid_amount', case when due_on < $3::date and (paid_on <= $3::date) is not true
                                    then greatest(0, amount - case when paid_on is null then paid_amount else 0 end)
                                    else 0 end) as counted
     from invoices, lateral (select greatest(0, least(paid_on, $3::date) - due_on) as days_late) d
     where seller_id = $1 and due_on <= $3::date and (paid_on is null or paid_on >= $2::date)
     order by due_on, invoice_code limit $4 offset $5`,
    [seller_id, firstDayOf(month), month.as_of_date, limit, offset],
    'facts-payments',
  )
