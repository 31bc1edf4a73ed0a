import type { RatedCounts } from '../../../src/domain/scores/unrated.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { ScoreException } from '../../../src/scoring/adjustments.ts'
import type { FeedsInUse } from '../../../src/scoring/components.ts'
import { firstDay } from '../../../src/scoring/month.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import type { ScoreInput } from '../../../src/scoring/score-input.ts'
import type { ScoredMonth } from '../metrics/scored-month.ts'
import { code } from './engine.ts'
import type { RunStatus } from './run-queries.ts'

/** A batch that is still to be scored, with what its run has fixed. */
export interface Batch {
  batch: number
  seller_ids: number[]
  month: ScoredMonth
  run: {
    id: number
    period: string
    started_at: string
    feeds_in_use: FeedsInUse
    rules: ScoringRules
    /** Under which the sums of its facts are kept; null in runs of earlier releases. */
    reading: number | null
  }
}

/** The batch, or undefined when it is done or its run does not run. */
export async function findBatch(
  db: Sql,
  runId: number,
  batch: number,
  time_zone: string,
): Promise<Batch | undefined> {
  const row = await db.row<Batch['run'] & Omit<ScoredMonth, 'time_zone'> & { seller_ids: number[] }>(
    `select r.id, r.period, r.started_at, r.feeds_in_use, r.rules, r.reading, r.month_start, r.as_of, r.as_of_date, b.seller_ids
     from scoring_batches b join scoring_runs r on r.id = b.run_id
     where b.run_id = $1 and b.batch = $2 and b.done_at is null and r.status = 'running'`,
    [runId, batch],
    'scoring-batch',
  )
  if (!row) return undefined
  const { seller_ids, month_start, as_of, as_of_date, ...run } = row
  return { batch, seller_ids, run, month: { period: run.period, month_start, as_of, as_of_date, time_zone } }
}

/**
 * Makes all that the transaction reads be of one instant. Each statement keeps to one core, because batches run side by
 * side: measured, that takes a fifth less of the processor's time.
 */
export async function readAtOneInstant(tx: Sql) {
  await tx.run`set transaction isolation level repeatable read, read only`
  await tx.run`set local max_parallel_workers_per_gather = 0`
}

type BatchSeller = ScoreInput['seller'] & { id: number; am_id: number | null; warehouse_id: number | null }

/**
 * The sellers as they are now, but with the account manager who looked after them at as_of, so that a past month
 * still counts for the one of that month. For a seller that was entered later it is the first one it had.
 */
export const sellersOf = (db: Sql, sellers: number[], { as_of, time_zone }: ScoredMonth) =>
  db.rows<BatchSeller>(
    `select s.id, s.seller_code, s.contract_type, s.contract_start_date,
            (s.created_at at time zone $2)::date as created_on, a.am_id, s.primary_warehouse_id as warehouse_id
     from sellers s left join lateral (
       select am_id from seller_assignments
       where seller_id = s.id
       order by assigned_at >= $3, abs(extract(epoch from assigned_at - $3)) limit 1) a on true
     where s.id = any($1::int[]) order by s.id`,
    [sellers, time_zone, as_of],
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

interface PreviousScore {
  period: string
  total_sos: number
}

/** Each seller's latest earlier score that is rated, where it has one: an unrated one is no past to compare with. */
export async function previousScores(
  db: Sql,
  sellers: number[],
  period: string,
): Promise<Map<number, PreviousScore>> {
  const rows = await db.rows<PreviousScore & { seller_id: number }>(
    `select distinct on (seller_id) seller_id, period, total_sos
     from monthly_scores where seller_id = any($1::int[]) and period < $2 and is_rated
     order by seller_id, period desc`,
    [sellers, period],
  )
  return new Map(rows.map(({ seller_id, ...score }) => [seller_id, score]))
}

/**
 * Marks a batch done by the code of this process, which locks its row: whoever scores the same batch at the same time
 * waits here. Answers whether it was still to be done.
 */
export const markBatchDone = async (tx: Sql, runId: number, batch: number): Promise<boolean> =>
  (await tx.run`
    update scoring_batches set done_at = clock_timestamp(), code = ${code()}
    where run_id = ${runId} and batch = ${batch} and done_at is null`) === 1

/** Whether a batch is done; waits for whoever scores it now. */
export const isBatchDone = async (tx: Sql, runId: number, batch: number): Promise<boolean> =>
  (
    await tx.row<{ done: boolean }>`
    select done_at is not null as done from scoring_batches
    where run_id = ${runId} and batch = ${batch} for update`
  )?.done === true

/**
 * Counts a batch, and completes the run with the last one; answers the run's status, or undefined when it does not run
 * any more. The update locks the run's row until the transaction ends, and one that had to wait reads the row again:
 * two batches that end at the same time can't both see the other one missing, so exactly one of them completes the run.
 */
export async function countBatch(
  tx: Sql,
  runId: number,
  counts: { scored: number; final: number } & RatedCounts,
): Promise<RunStatus | undefined> {
  const run = await tx.row<{ status: RunStatus }>`
    update scoring_runs set
      batches_done = batches_done + 1,
      sellers_scored = sellers_scored + ${counts.scored}::int,
      sellers_final = sellers_final + ${counts.final}::int,
      rated = coalesce(rated, 0) + ${counts.rated}::int,
      unrated = coalesce(unrated, 0) + ${counts.unrated}::int,
      unrated_reasons = (
        select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'metric', metric, 'sellers', sellers)
                                  order by sellers desc, reason), '[]')
        from (
          select reason, metric, sum(sellers) as sellers
          from jsonb_to_recordset(coalesce(unrated_reasons, '[]') || ${JSON.stringify(counts.unrated_reasons)}::jsonb)
            as counted(reason text, metric text, sellers int)
          group by reason, metric
        ) of_all),
      status = case when batches_done + 1 = batches_total then 'completed' else status end,
      open_period = case when batches_done + 1 = batches_total then null else open_period end,
      finished_at = case when batches_done + 1 = batches_total then clock_timestamp() end
    where id = ${runId} and status = 'running'
    returning status`
  return run?.status
}
