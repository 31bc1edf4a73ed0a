import { Type } from '@sinclair/typebox'
import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { COUNTED_SCORES } from '../../../src/domain/scores/counted-scores.ts'
import { findFeedsInUse } from '../../../src/feeds/feeds-in-use-queries.ts'
import { monthUntilNow } from '../../../src/feeds/scored-month.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { BACKTESTS, lockQueued, splitRun } from '../../../src/runs/run-tables.ts'
import type { BacktestMonth } from '../queries.ts'
import { backtestBatch } from './backtest-batch.ts'
import { backtestReport } from './backtest-report.ts'
import { failedBacktest } from './failed-backtest.ts'

/** Sellers of a batch: what is in memory at a time. */
const BATCH_SELLERS = 2_500

/** What a queued backtest is of. */
interface Queued {
  from: string
  to: string
}

const QUEUED = 'from_period as "from", to_period as "to"'

/**
 * Starts a backtest (lockQueued): fixes each month as its metrics see it at its end, and splits all sellers that have a
 * score of the months that counts into batches (splitRun), of which each begins with the first month.
 */
export const backtestRun = defineJob({
  name: 'backtest-run',
  data: Type.Object({ backtest_id: Id() }),
  queue: { deadLetter: failedBacktest.name },
  async handler({ db, env, jobs, feeds }, { backtest_id }) {
    await db.bulkTransaction(async (tx) => {
      const queued = await lockQueued<Queued>(tx, BACKTESTS, backtest_id, QUEUED)
      if (!queued) return
      const { from, to } = queued
      const months: BacktestMonth[] = []
      for (let period = from; period <= to; period = shiftPeriod(period, 1)) {
        const month = await monthUntilNow(tx, period, env.BUSINESS_TIMEZONE)
        const { time_zone: _, ...ends } = month
        months.push({ ...ends, feeds: await findFeedsInUse(tx, month, feeds) })
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
