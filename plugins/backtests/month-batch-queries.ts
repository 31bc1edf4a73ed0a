import type { ScoredMonth } from '../../src/feeds/scored-month.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { BACKTESTS, type Round } from '../../src/runs/run-tables.ts'
import type { RuleChange } from '../../src/scoring/draft-rules.ts'
import type { RuleSet } from '../../src/scoring/rules.ts'
import type { FeedsInUse } from '../../src/scoring/scored-feeds.ts'
import type { BacktestMonth } from './queries.ts'
import type { BacktestKind } from './schemas.ts'

/** A batch in a month that is still to be done, and what the backtest has fixed. */
export interface MonthBatch {
  backtest_id: number
  kind: BacktestKind
  batch: number
  /** how many months of the batch are done: the place of this one */
  months_done: number
  is_last_month: boolean
  /** the first month of the backtest */
  from: string
  seller_ids: number[]
  month: ScoredMonth
  feeds: FeedsInUse
  rules: RuleSet
  changes: RuleChange[]
}

/** The batch in its month, or undefined when it is done or its backtest does not run. */
export async function findMonthBatch(
  db: Sql,
  { backtest_id, batch, months_done }: Pick<MonthBatch, 'backtest_id' | 'batch' | 'months_done'>,
  time_zone: string,
): Promise<MonthBatch | undefined> {
  const row = await db.row<{
    kind: BacktestKind
    seller_ids: number[]
    months: BacktestMonth[]
    from: string
    rules: RuleSet
    changes: RuleChange[]
  }>`
    select b.kind, a.seller_ids, b.months, b.from_period as "from", b.rules, b.changes
    from backtest_batches a join backtests b on b.id = a.backtest_id
    where a.backtest_id = ${backtest_id} and a.batch = ${batch} and a.months_done = ${months_done}
      and b.status = 'running'`
  const month = row?.months[months_done]
  if (!row || !month) return undefined
  const { kind, seller_ids, from, rules, changes } = row
  const { feeds, ...scored } = month
  const is_last_month = months_done + 1 === row.months.length
  return {
    ...{ backtest_id, kind, batch, months_done, is_last_month, from, seller_ids, feeds, rules, changes },
    month: { ...scored, time_zone },
  }
}

/** A batch is scored in the month after those that are done. */
export const scoring = ({ months_done }: { months_done: number }): Round => ({
  ...{ kind: BACKTESTS, state: 'running', isOpen: `months_done = ${months_done}` },
  done: 'months_done = months_done + 1',
})

/** Counts a month of a batch; undefined when the backtest does not run any more. */
export const countMonth = (tx: Sql, { backtest_id }: MonthBatch) =>
  tx.row<{ is_last: boolean }>`
    update backtests set parts_done = parts_done + 1 where id = ${backtest_id} and status = 'running'
    returning parts_done = parts_total as is_last`

/** Whether scores are calculated now, or are about to be. */
export const isScoring = async (db: Sql): Promise<boolean> =>
  (
    await db.one<{ scoring: boolean }>(
      'select exists (select from scoring_runs where open_period is not null) as scoring',
    )
  ).scoring
