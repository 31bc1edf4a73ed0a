import { isBeforeContract } from '../domain/scores/counted-scores.ts'
import type { ScoredMonth } from '../feeds/scored-month.ts'
import { JOB_TRANSACTION } from '../platform/database/connect/bounds.ts'
import type { Database, Sql, Transaction } from '../platform/database/database.ts'
import type { ScoreException } from '../scoring/adjustments.ts'
import { firstDay } from '../scoring/month.ts'
import type { ScoreInput } from '../scoring/score-input.ts'

/**
 * Makes all that the transaction reads be of one instant. Each statement keeps to one core, because batches run side by
 * side: measured, that takes a fifth less of the processor's time.
 */
export async function readAtOneInstant(tx: Sql) {
  await tx.run`set transaction isolation level repeatable read, read only`
  await tx.run`set local max_parallel_workers_per_gather = 0`
}

/** Runs what a job reads, all of one instant. */
export const readForJob = <Read>(db: Database, read: (tx: Transaction) => Promise<Read>): Promise<Read> =>
  db.bulkTransaction(async (tx) => {
    await readAtOneInstant(tx)
    return read(tx)
  }, JOB_TRANSACTION)

/** A seller as its score sees it. */
export type ScoredSeller = ScoreInput['seller'] & {
  id: number
  am_id: number | null
  warehouse_id: number | null
  /** whether the month ends before its contract begins */
  before_contract: boolean
}

/**
 * The sellers as they are now, but with the account manager who looked after them at as_of, so that a past month
 * still counts for the one of that month. For a seller that was entered later it is the first one it had.
 */
export const sellersOf = (db: Sql, sellers: number[], { period, as_of, time_zone }: ScoredMonth) =>
  db.rows<ScoredSeller>(
    `select s.id, s.seller_code, s.contract_type, s.contract_start_date,
            (s.created_at at time zone $2)::date as created_on, a.am_id, s.primary_warehouse_id as warehouse_id,
            ${isBeforeContract('$4')} as before_contract
     from sellers s left join lateral (
       select am_id from seller_assignments
       where seller_id = s.id
       order by assigned_at >= $3, abs(extract(epoch from assigned_at - $3)) limit 1) a on true
     where s.id = any($1::int[]) order by s.id`,
    [sellers, time_zone, as_of, period],
  )

/** The active exceptions of each seller whose dates touch the month. */
export async function exceptionsOf(
  db: Sql,
  sellers: number[],
  period: string,
): Promise<Map<number, ScoreException[]>> {
  const rows = await db.rows<ScoreException & { seller_id: number }>(
    `select seller_id, id, exception_type, score_component_affected, adjustment_rule, reason, effective_from, effective_to
     from score_exceptions
     where seller_id = any($1::int[]) and is_active = 1
       and effective_from < $2::date + interval '1 month' and (effective_to is null or effective_to >= $2::date)
     order by seller_id, id`,
    [sellers, firstDay(period)],
  )
  return Map.groupBy(rows, ({ seller_id }) => seller_id)
}
