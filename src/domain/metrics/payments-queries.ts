import type { Sql } from '../../platform/database/database.ts'
import { firstDay } from '../../scoring/month.ts'
import type { ScoredMonth } from './scored-month.ts'
import { readSums, type Sums, type Whose } from './sums.ts'

export interface PaymentAggregates {
  seller_id: number
  invoices: number
  invoiced_amount: string
  amount_days_late: string
  unpaid_amount: string
}

/**
 * The invoices due by as_of and not paid before the month began, each with what it counts as for the metrics of
 * f_score. An invoice is late from the day after due_on until the day it is paid, or as_of; until then what is
 * missing of a late one counts as unpaid. A payment dated after as_of has not happened, so its paid_amount does not
 * count either.
 *
 * $1 seller ids, null for all, $2 first day of the month, $3 as_of_date
 */
export const INVOICES_OF_MONTH = `
  invoices_of_month as (
    select *,
           greatest(0, least(paid_on, $3::date) - due_on) as days_late,
           case when due_on < $3::date and (paid_on <= $3::date) is not true
                then greatest(0, amount - case when paid_on is null then paid_amount else 0 end)
                else 0 end as unpaid_amount
    from invoices
    where ($1::int[] is null or seller_id = any($1::int[])) and due_on <= $3::date and (paid_on is null or paid_on >= $2::date)
  )`

/** Per seller the invoices of the month, added up. */
export const aggregatePayments = (db: Sql, sellers: number[], month: ScoredMonth) =>
  readSums(db, paymentSums(sellers, month))

export const paymentSums = (sellers: Whose, month: ScoredMonth): Sums<PaymentAggregates> => ({
  text: `with ${INVOICES_OF_MONTH}
     select seller_id,
            count(*) as invoices,
            sum(amount)::text as invoiced_amount,
            sum(amount * days_late)::text as amount_days_late,
            sum(unpaid_amount)::text as unpaid_amount
     from invoices_of_month
     group by seller_id`,
  values: [sellers, firstDay(month.period), month.as_of_date],
})
