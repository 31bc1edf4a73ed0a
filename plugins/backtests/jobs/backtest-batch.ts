import { type Static, Type } from '@sinclair/typebox'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { type BatchSteps, doBatch } from '../../../src/runs/do-batch.ts'
import { scoringMonth } from '../../../src/runs/run-tables.ts'
import type { RuleChange } from '../../../src/scoring/draft-rules.ts'
import type { RuleSet } from '../../../src/scoring/rules.ts'
import type { FeedsInUse } from '../../../src/scoring/scored-feeds.ts'
import type { BacktestMonth } from '../queries.ts'
import { scoreDraft } from '../score-draft.ts'
import { type BacktestScore, writeScores } from '../score-queries.ts'
import { backtestReport } from './backtest-report.ts'
import { failedBacktest } from './failed-backtest.ts'

const NAME = 'backtest-batch'
const DATA = Type.Object({
  backtest_id: Id(),
  batch: Type.Integer({ minimum: 0 }),
  months_done: Type.Integer({
    minimum: 0,
    description: 'how many months of the batch are done before this one',
  }),
})

/** A batch in a month that is still to be done, and what the backtest has fixed. */
export interface MonthBatch {
  backtest_id: number
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

const STEPS: BatchSteps<Static<typeof DATA>, MonthBatch, BacktestScore[], void> = {
  round: scoringMonth,
  find: ({ db, env }, data) => findMonthBatch(db, data, env.BUSINESS_TIMEZONE),
  read: scoreDraft,
  write: async (tx, { backtest_id, month }, scores) =>
    void (await writeScores(tx, backtest_id, month.period, scores)),
  count: (tx, { backtest_id }) =>
    tx.row`
      update backtests set parts_done = parts_done + 1 where id = ${backtest_id} and status = 'running'
      returning parts_done = parts_total as is_last`,
  async follow(tx, { jobs }, { backtest_id, batch, months_done, is_last_month }, is_last) {
    if (is_last) await jobs.send(tx, backtestReport, { backtest_id, step: 'report' })
    if (!is_last_month)
      await jobs.send(tx, { name: NAME, data: DATA }, { backtest_id, batch, months_done: months_done + 1 })
  },
}

/**
 * Scores the sellers of a batch in their next month (doBatch), and sends the job of the month after it in the same
 * transaction: a batch goes through its months in order, for each side's previous total is its own, and backtests take
 * turns. Scores that are calculated go first, up to the very read of facts.
 */
export const backtestBatch = defineJob({
  name: NAME,
  data: DATA,
  queue: { deadLetter: failedBacktest.name },
  handler: doBatch(STEPS),
})

/**
 * How many parts a process does at a time: two, so that the facts of one are read while the other is scored, where that
 * leaves more than one connection of bulk work to scores that are calculated, as the usual DATABASE_POOL_SIZE does;
 * otherwise one.
 */
export const partsAtOnce = ({ connections }: { connections: number }) => (connections - 2 > 1 ? 2 : 1)

/** The batch in its month, or undefined when it is done or its backtest does not run. */
async function findMonthBatch(
  db: Sql,
  { backtest_id, batch, months_done }: Pick<MonthBatch, 'backtest_id' | 'batch' | 'months_done'>,
  time_zone: string,
): Promise<MonthBatch | undefined> {
  const row = await db.row<
    Pick<MonthBatch, 'seller_ids' | 'from' | 'rules' | 'changes'> & { months: BacktestMonth[] }
  >`
    select a.seller_ids, b.months, b.from_period as "from", b.rules, b.changes
    from backtest_batches a join backtests b on b.id = a.backtest_id
    where a.backtest_id = ${backtest_id} and a.batch = ${batch} and a.months_done = ${months_done}
      and b.status = 'running'`
  const month = row?.months[months_done]
  if (!row || !month) return undefined
  const { seller_ids, from, rules, changes } = row
  const { feeds, ...scored } = month
  const is_last_month = months_done + 1 === row.months.length
  return {
    ...{ backtest_id, batch, months_done, is_last_month, from, seller_ids, feeds, rules, changes },
    month: { ...scored, time_zone },
  }
}
