import type { KeptScore } from '../../src/domain/scores/explainer.ts'
import { NUMBERS_OF_M } from '../../src/domain/scores/score-row.ts'
import { blocksOf } from '../../src/domain/sellers/payment-block.ts'
import { OWED } from '../../src/feeds/payments.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { SurchargeGrounds } from '../../src/scoring/surcharge-reason.ts'

/** A score's numbers and what is kept of it; the run is null where nothing is. */
export type StoredScore = Omit<KeptScore, 'run_id'> & { run_id: number | null; as_of: string }

/** The newest revision of a seller's score of a month, or undefined. */
export const findStored = (db: Sql, sellerId: number, period: string) =>
  db.row<StoredScore>(
    `select ${NUMBERS_OF_M}, e.inputs, e.explanation, r.id as run_id, r.as_of
     from monthly_scores m
       left join score_explanations e
         on e.seller_id = m.seller_id and e.period = m.period and e.revision = m.revision
       left join scoring_runs r on r.id = e.run_id
     where m.seller_id = $1 and m.period = $2`,
    [sellerId, period],
    'simulated-score',
  )

/** What blocks a seller's orders, the newest payment block first. */
export const findBlocking = (db: Sql, seller: number) =>
  db.one<{ status: string; surcharges: SurchargeGrounds[] }>(
    `select s.status, array(${blocksOf('s')}) as surcharges from sellers s where s.id = $1`,
    [seller],
    'blocking-of-seller',
  )

/** What a seller owes past the due date. */
export interface Overdue {
  invoices: number
  owed: number
  /** What paying it today adds to the facts of the month's end, as a what-if takes it. */
  facts: { unpaid_amount: string; amount_days_late: string }
}

/** @param end the day until which an invoice stays late if it is not paid today */
export const findOverdue = (db: Sql, seller: number, today: string, end = today) =>
  db.one<Overdue>(
    `select count(*)::int as invoices, coalesce(sum(${OWED}), 0)::float8 as owed,
            jsonb_build_object(
              'unpaid_amount', coalesce(-sum(${OWED}), 0)::text,
              'amount_days_late', coalesce(-sum(amount * ($3::date - $2::date)), 0)::text) as facts
     from invoices where seller_id = $1 and due_on < $2 and paid_on is null and ${OWED} > 0`,
    [seller, today, end],
    'overdue-of-seller',
  )
