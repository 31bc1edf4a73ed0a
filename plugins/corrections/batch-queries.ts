import type { ScoredMonth } from '../../src/feeds/scored-month.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { CORRECTIONS, type Round } from '../../src/runs/run-tables.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import type { FeedsInUse } from '../../src/scoring/scored-feeds.ts'
import type { CorrectionMonth } from './queries.ts'

/** A batch that is still to be computed, and what its correction has fixed. */
export interface Batch {
  correction_id: number
  batch: number
  dry_run: boolean
  seller_ids: number[]
  month: ScoredMonth
  feeds: FeedsInUse
  rules: ScoringRules
}

/** The batch, or undefined when it is computed or its correction has ended. */
export async function findBatch(
  db: Sql,
  { correction_id, batch }: Pick<Batch, 'correction_id' | 'batch'>,
  time_zone: string,
): Promise<Batch | undefined> {
  const row = await db.row<{
    period: string
    dry_run: boolean
    seller_ids: number[]
    rules: ScoringRules
    month: CorrectionMonth
  }>`
    select c.period, c.dry_run, b.seller_ids, c.rules, c.months -> b.month as month
    from correction_batches b join corrections c on c.id = b.correction_id
    where b.correction_id = ${correction_id} and b.batch = ${batch} and b.computed_at is null and c.status = 'computing'`
  if (!row) return undefined
  const { period, month, ...more } = row
  const { feeds, ...ends } = month
  return { correction_id, batch, ...more, feeds, month: { ...ends, period, time_zone } }
}

/** A batch is computed, and applied once a second person has approved. */
export const COMPUTING: Round = {
  ...{ kind: CORRECTIONS, state: 'computing', isOpen: 'computed_at is null' },
  done: 'computed_at = clock_timestamp()',
}
export const APPLYING: Round = {
  ...{ kind: CORRECTIONS, state: 'applying', isOpen: 'applied_at is null' },
  done: 'applied_at = clock_timestamp()',
}

/** Counts a computed batch; undefined when the correction has ended. */
export const countComputed = (tx: Sql, { correction_id }: Batch) =>
  tx.row<{ is_last: boolean }>`
    update corrections set batches_done = batches_done + 1 where id = ${correction_id} and status = 'computing'
    returning batches_done = batches_total as is_last`

/** Ends the computing of a locked correction: it waits for a second person, unless there is nothing to approve. */
export const markProposed = (tx: Sql, id: number) =>
  tx.run`
    with counted as (select count(*) as changed from correction_scores where correction_id = ${id})
    update corrections set
      computed_at = clock_timestamp(), changed = counted.changed,
      status = case when dry_run or counted.changed = 0 then 'computed' else 'proposed' end,
      open_period = case when dry_run or counted.changed = 0 then null else open_period end,
      finished_at = case when dry_run or counted.changed = 0 then clock_timestamp() end
    from counted where id = ${id}`
