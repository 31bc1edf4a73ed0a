import { Type } from '@sinclair/typebox'
import { shiftPeriod } from '../../../src/domain/business-time.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import { findFeedsInUse } from '../../../src/feeds/feeds-in-use-queries.ts'
import { monthUntilNow } from '../../../src/feeds/scored-month.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { BACKTESTS, lockQueued } from '../../../src/runs/run-tables.ts'
import type { BacktestMonth } from '../queries.ts'
import { QUEUED, type Queued, startBacktest } from '../start-queries.ts'
import { backtestBatch } from './backtest-batch.ts'
import { backtestReport } from './backtest-report.ts'
import { failedBacktest } from './failed-backtest.ts'

/**
 * Starts a backtest (lockQueued): fixes each month's end and feeds, splits the sellers into batches and sends a job for
 * the first month of each.
 */
export const backtestRun = defineJob({
  name: 'backtest-run',
  data: Type.Object({ backtest_id: Id() }),
  queue: { deadLetter: failedBacktest.name },
  async handler({ db, env, jobs, feeds }, { backtest_id }) {
    await db.bulkTransaction(async (tx) => {
      const queued = await lockQueued<Queued>(tx, BACKTESTS, backtest_id, QUEUED)
      if (!queued) return
      const months = await monthsOf(tx, queued, env.BUSINESS_TIMEZONE, feeds)
      const batches = await startBacktest(tx, backtest_id, queued, months)
      if (batches === 0) await jobs.send(tx, backtestReport, { backtest_id, step: 'report' })
      await jobs.sendAll(
        tx,
        backtestBatch,
        Array.from({ length: batches }, (_, batch) => ({ backtest_id, batch, months_done: 0 })),
      )
    }, JOB_TRANSACTION)
  },
})

/** The months, each as its metrics see it at its end. */
async function monthsOf(tx: Transaction, { from, to }: Queued, zone: string, feeds: readonly Feed[]) {
  const months: BacktestMonth[] = []
  for (let period = from; period <= to; period = shiftPeriod(period, 1)) {
    const month = await monthUntilNow(tx, period, zone)
    const { time_zone: _, ...ends } = month
    months.push({ ...ends, feeds: await findFeedsInUse(tx, month, feeds) })
  }
  return months
}
