import type { KeptScore } from '../../src/domain/scores/explainer.ts'
import { NUMBERS_OF_M, type ScoreNumbers } from '../../src/domain/scores/score-numbers.ts'
import { blocksOf } from '../../src/domain/sellers/payment-block.ts'
import { OWED } from '../../src/feeds/payments.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { SurchargeGrounds } from '../../src/scoring/surcharge-reason.ts'

/** A score's numbers and what is kept of it; the run is null where nothing is. */
export type StoredScore = ScoreNumbers & Omit<KeptScore, 'run_id'> & { run_id: number | null; as_of: string }

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

/** What blocks a seller's orders, the newest payment block first, and what it owes past the due date. */
export const findBlocking = (db: Sql, sellerCode: string, today: string) =>
  db.one<{ status: string; surcharges: SurchargeGrounds[]; invoices: number; owed: number }>(
    `select s.status, overdue.*,
            array(${blocksOf('s')}) as surcharges
     from sellers s, lateral (
       select count(*)::int as invoices, coalesce(sum(${OWED}), 0)::float8 as owed from invoices
       where seller_id = s.id and due_on < $2 and paid_on is null and ${OWED} > 0) overdue
     where s.seller_code = $1`,
    [sellerCode, today],
    'blocking-of-seller',
  )
