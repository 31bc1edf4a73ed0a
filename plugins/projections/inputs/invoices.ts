import { OWED } from '../../../src/feeds/payments.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { firstDay } from '../../../src/scoring/month.ts'
import { type Delays, type OpenInvoice, toThousandths } from '../../../src/scoring/projection/payments.ts'

/** Months before the running one whose invoices say how late a seller pays. */
const DELAY_MONTHS = 6
/** A payment that is earlier than so many days before it is due says no more than one of that day. */
const EARLIEST = -30

/** The unpaid invoices of each seller that count at the month's end. */
export async function openInvoices(
  db: Sql,
  sellers: number[],
  { as_of_date, last_day }: { as_of_date: string; last_day: string },
): Promise<Map<number, OpenInvoice[]>> {
  const rows = await db.rows<
    Record<'amount' | 'unpaid', string> & Record<'seller_id' | 'days_now' | 'days_at_end', number>
  >(
    `select seller_id, amount::text as amount, ${OWED}::text as unpaid,
            $2::date - due_on as days_now, $3::date - due_on as days_at_end
     from invoices
     where seller_id = any($1::int[]) and due_on <= $3::date and paid_on is null and ${OWED} > 0
     order by seller_id, due_on, invoice_code`,
    [sellers, as_of_date, last_day],
  )
  const open = rows.map(({ amount, unpaid, ...row }) => ({
    ...row,
    amount: toThousandths(amount),
    unpaid: toThousandths(unpaid),
  }))
  return Map.groupBy(open, ({ seller_id }) => seller_id)
}

/** How late each seller has paid the invoices that were due in the months before. */
export async function delaysOf(
  db: Sql,
  sellers: number[],
  { period, as_of_date }: { period: string; as_of_date: string },
): Promise<Map<number, Delays>> {
  const rows = await db.rows<{ seller_id: number; delays: Delays }>(
    `select seller_id, json_agg(json_build_array(delay, invoices)) as delays from (
     select seller_id,
            case when paid_on <= $3::date then greatest(${EARLIEST}, paid_on - due_on)
                 when paid_on is null and ${OWED} = 0 then 0 end as delay,
            count(*) as invoices
     from invoices
     where seller_id = any($1::int[])
       and due_on >= $2::date - interval '${DELAY_MONTHS} months' and due_on < $2::date
     group by 1, 2) own group by seller_id`,
    [sellers, firstDay(period), as_of_date],
  )
  return new Map(rows.map(({ seller_id, delays }) => [seller_id, delays]))
}
