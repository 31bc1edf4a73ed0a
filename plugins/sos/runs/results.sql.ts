import type { Sql } from '../../../src/platform/database/database.ts'
import type { Calculation } from './schemas.ts'

/**
 * The scores of the sellers that a run scored, in the order of their codes. A newer run of the period may have
 * scored them again since, so they are found by the run's batches: whoever waited for this run still gets an
 * answer for each of its sellers.
 */
export const resultsOfRun = (db: Sql, run: { id: number; period: string }) =>
  db.rows<Calculation['results'][number]>(
    `select s.seller_code as seller_id, m.total_sos, m.tier_name as tier, m.is_grace_period as grace
     from (select unnest(seller_ids) as seller_id from scoring_batches where run_id = $1) b
     join monthly_scores m on m.seller_id = b.seller_id and m.period = $2 and m.run_id >= $1
     join sellers s on s.id = m.seller_id
     order by s.seller_code`,
    [run.id, run.period],
  )
