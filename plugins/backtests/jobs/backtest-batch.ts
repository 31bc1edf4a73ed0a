import { type Static, Type } from '@sinclair/typebox'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { type BatchSteps, doBatch } from '../../../src/runs/do-batch.ts'
import { scoreDrift } from '../drift/score-drift.ts'
import { countMonth, findMonthBatch, type MonthBatch, scoring } from '../month-batch-queries.ts'
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

const STEPS: BatchSteps<Static<typeof DATA>, MonthBatch, BacktestScore[], void> = {
  round: scoring,
  find: ({ db, env }, data) => findMonthBatch(db, data, env.BUSINESS_TIMEZONE),
  read: (app, batch, signal) =>
    batch.kind === 'drift' ? scoreDrift(app, batch, signal) : scoreDraft(app, batch, signal),
  write: async (tx, { backtest_id, month }, scores) =>
    void (await writeScores(tx, backtest_id, month.period, scores)),
  count: countMonth,
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
  async handler(app, data, { signal }) {
    await doBatch(app, STEPS, data, signal)
  },
})

/**
 * How many parts a process does at a time: two, so that the facts of one are read while the other is scored, where that
 * leaves more than one connection of bulk work to scores that are calculated, as the usual DATABASE_POOL_SIZE does;
 * otherwise one.
 */
export const partsAtOnce = ({ connections }: { connections: number }) => (connections - 2 > 1 ? 2 : 1)
