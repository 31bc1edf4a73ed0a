import { type Static, Type } from '@sinclair/typebox'
import { periodsBetween } from '../../src/domain/business-time.ts'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import { monthUntilNow, type ScoredMonth } from '../../src/feeds/scored-month.ts'
import { findFeedsInUse } from '../../src/feeds/sums-queries.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { Id } from '../../src/platform/schemas/schemas.ts'
import { type BatchSteps, doBatch } from '../../src/runs/do-batch.ts'
import { failedJob } from '../../src/runs/failed-job.ts'
import { BACKTESTS, lockQueued, scoringMonth, splitRun } from '../../src/runs/run-tables.ts'
import { decimalsOfCurrency } from '../../src/scoring/currency.ts'
import { changeRules, type RuleChange } from '../../src/scoring/draft-rules.ts'
import type { RuleSet } from '../../src/scoring/rules.ts'
import type { FeedsInUse } from '../../src/scoring/scored-feeds.ts'
import { completeBacktest } from './report/complete.ts'
import { type BacktestScore, scoreDraft, writeScores } from './score-draft.ts'

/** Sellers of a batch: what is in memory at a time. */
const BATCH_SELLERS = 2_500

/** Fails a backtest. A report ends what is open only. */
export const failedBacktest = failedJob({
  name: 'failed-backtest',
  data: Type.Object({
    backtest_id: Id(),
    batch: Type.Optional(Type.Integer()),
    months_done: Type.Optional(Type.Integer()),
    step: Type.Optional(Type.Literal('report')),
  }),
  kind: BACKTESTS,
  stepOf({ batch, months_done = 0, step }) {
    const round = scoringMonth({ months_done })
    if (step) return { step: 'It could not be summed up', round }
    if (batch === undefined) return { step: 'It could not be started' }
    return { step: `Batch ${batch} could not be scored`, round }
  },
})
const queue = { deadLetter: failedBacktest.name }

/** It may run twice, even at once: it reads what does not change any more, and only the first to complete it writes. */
export const backtestReport = defineJob({
  name: 'backtest-report',
  data: Type.Object({ backtest_id: Id(), step: Type.Literal('report') }),
  queue,
  handler: ({ db, env }, { backtest_id }) =>
    completeBacktest(db, backtest_id, decimalsOfCurrency(env.CURRENCY)),
})

const BATCH = {
  name: 'backtest-batch',
  data: Type.Object({
    backtest_id: Id(),
    batch: Type.Integer({ minimum: 0 }),
    months_done: Type.Integer({
      minimum: 0,
      description: 'how many months of the batch are done before this one',
    }),
  }),
}
type BatchData = Static<(typeof BATCH)['data']>

/** A month of a backtest, as its metrics see it, and its feeds by the rules of each side. */
type BacktestMonth = ScoredMonth & {
  feeds: FeedsInUse
  /** Absent in those that an earlier release has started. */
  feeds_after?: FeedsInUse
}

/** A batch in a month that is still to be done, and what the backtest has fixed. */
export interface MonthBatch extends BatchData {
  /** how many months the backtest has, and the first of them */
  months: number
  from: string
  seller_ids: number[]
  month: BacktestMonth
  rules: RuleSet
  changes: RuleChange[]
}

const STEPS: BatchSteps<BatchData, MonthBatch, BacktestScore[], void> = {
  round: scoringMonth,
  find: ({ db, env }, data) => findMonthBatch(db, data, env.BUSINESS_TIMEZONE),
  read: scoreDraft,
  write: async (tx, { backtest_id, month }, scores) =>
    void (await writeScores(tx, backtest_id, month.period, scores)),
  count: (tx, { backtest_id }) =>
    tx.row`
      update backtests set parts_done = parts_done + 1 where id = ${backtest_id} and status = 'running'
      returning parts_done = parts_total as is_last`,
  async follow(tx, { jobs }, { backtest_id, batch, months_done, months }, is_last) {
    if (is_last) await jobs.send(tx, backtestReport, { backtest_id, step: 'report' })
    if (months_done + 1 < months)
      await jobs.send(tx, BATCH, { backtest_id, batch, months_done: months_done + 1 })
  },
}

/**
 * Scores the sellers of a batch in their next month (doBatch), and sends the job of the month after it in the same
 * transaction: a batch goes through its months in order, for each side's previous total is its own, and backtests take
 * turns. Scores that are calculated go first, up to the very read of facts.
 */
export const backtestBatch = defineJob({ ...BATCH, queue, handler: doBatch(STEPS) })

/** Two, to read facts while scoring, where that leaves more than one bulk connection to scores that are calculated. */
export const partsAtOnce = ({ connections }: { connections: number }) => (connections - 2 > 1 ? 2 : 1)

async function findMonthBatch(
  db: Sql,
  { backtest_id, batch, months_done }: BatchData,
  time_zone: string,
): Promise<MonthBatch | undefined> {
  const row = await db.row<Omit<MonthBatch, keyof BatchData>>`
    select jsonb_array_length(b.months) as months, b.from_period as "from", a.seller_ids,
           b.months -> ${months_done}::int as month, b.rules, b.changes
    from backtest_batches a join backtests b on b.id = a.backtest_id
    where a.backtest_id = ${backtest_id} and a.batch = ${batch} and a.months_done = ${months_done}
      and b.status = 'running'`
  return row && { backtest_id, batch, months_done, ...row, month: { ...row.month, time_zone } }
}

/** Starts a backtest (lockQueued): fixes each month as its metrics see it at its end, and splits the sellers. */
export const backtestRun = defineJob({
  name: 'backtest-run',
  data: Type.Object({ backtest_id: Id() }),
  queue,
  async handler({ db, env, jobs, feeds }, { backtest_id }) {
    await db.bulkTransaction(async (tx) => {
      const columns = 'from_period as "from", to_period as "to", rules, changes'
      const queued = await lockQueued<{ from: string; to: string } & Pick<MonthBatch, 'rules' | 'changes'>>(
        tx,
        BACKTESTS,
        backtest_id,
        columns,
      )
      if (!queued) return
      const { from, to, rules, changes } = queued
      const changed = changeRules(rules, changes)
      const months: Omit<BacktestMonth, 'time_zone'>[] = []
      for (const period of periodsBetween(from, to)) {
        const month = await monthUntilNow(tx, period, env.BUSINESS_TIMEZONE)
        const { time_zone: _, ...ends } = month
        months.push({
          ...ends,
          feeds: await findFeedsInUse(tx, { month, rules }, feeds),
          feeds_after: await findFeedsInUse(tx, { month, rules: changed }, feeds),
        })
      }
      const seller_ids = await tx.value<number[]>(
        `select array(
           select distinct seller_id from ${COUNTED_SCORES} m where period between $1 and $2 order by seller_id)`,
        [from, to],
      )
      const of = { backtest_id, months_done: 0 }
      const split = { of, groups: [{ seller_ids }], size: BATCH_SELLERS, job: backtestBatch }
      const batches = await splitRun(tx, jobs, BACKTESTS, split)
      await tx.run`
        update backtests set
          status = 'running', started_at = clock_timestamp(), months = ${JSON.stringify(months)}::jsonb,
          sellers = ${seller_ids.length}, parts_total = ${batches * months.length}
        where id = ${backtest_id}`
      if (batches === 0) await jobs.send(tx, backtestReport, { backtest_id, step: 'report' })
    }, JOB_TRANSACTION)
  },
})
