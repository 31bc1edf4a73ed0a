import { code } from '../../../src/domain/scores/engine.ts'
import type { RatedCounts } from '../../../src/domain/scores/unrated.ts'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { type Round, SCORING_RUNS } from '../../../src/runs/run-tables.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import type { FeedsInUse } from '../../../src/scoring/scored-feeds.ts'

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
    /** The transaction that read its facts: the kept sums carry its number. null in runs of earlier releases. */
    transaction: number | null
  }
}

/** The counts of the scores of a batch. */
export type Counts = { scored: number; final: number } & RatedCounts

/** The batch, or undefined when it is done or its run does not run. */
export async function findBatch(
  db: Sql,
  { run_id, batch }: { run_id: number; batch: number },
  time_zone: string,
): Promise<Batch | undefined> {
  const row = await db.row<Batch['run'] & Omit<ScoredMonth, 'time_zone'> & { seller_ids: number[] }>(
    `select r.id, r.period, r.started_at, r.feeds_in_use, r.rules, r.reading as transaction, r.month_start, r.as_of, r.as_of_date, b.seller_ids
     from scoring_batches b join scoring_runs r on r.id = b.run_id
     where b.run_id = $1 and b.batch = $2 and b.done_at is null and r.status = 'running'`,
    [run_id, batch],
    'scoring-batch',
  )
  if (!row) return undefined
  const { seller_ids, month_start, as_of, as_of_date, ...run } = row
  return { batch, seller_ids, run, month: { period: run.period, month_start, as_of, as_of_date, time_zone } }
}

/** A batch is scored by the code of this process. */
export const scoring = (): Round => ({
  ...{ kind: SCORING_RUNS, state: 'running', isOpen: 'done_at is null' },
  done: `done_at = clock_timestamp(), code = '${code()}'`,
})

/** Counts a batch, and completes the run with the last one; undefined when it does not run any more. */
export const countBatch = (tx: Sql, { run }: Batch, counts: Counts) =>
  tx.row<{ is_last: boolean }>`
    update scoring_runs set
      batches_done = batches_done + 1,
      sellers_scored = sellers_scored + ${counts.scored}::int,
      sellers_final = sellers_final + ${counts.final}::int,
      rated = rated + ${counts.rated}::int,
      unrated = unrated + ${counts.unrated}::int,
      unrated_reasons = (
        select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'metric', metric, 'sellers', sellers)
                                  order by sellers desc, reason), '[]')
        from (
          select reason, metric, sum(sellers) as sellers
          from jsonb_to_recordset(unrated_reasons || ${JSON.stringify(counts.unrated_reasons)}::jsonb)
            as counted(reason text, metric text, sellers int)
          group by reason, metric
        ) of_all),
      status = case when batches_done + 1 = batches_total then 'completed' else status end,
      open_period = case when batches_done + 1 = batches_total then null else open_period end,
      finished_at = case when batches_done + 1 = batches_total then clock_timestamp() end
    where id = ${run.id} and status = 'running'
    returning status = 'completed' as is_last`
