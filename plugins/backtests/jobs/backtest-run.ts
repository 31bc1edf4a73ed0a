import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { findFeedsInUse } from '../../../src/domain/metrics/feeds-in-use-queries.ts'
import { monthUntilNow } from '../../../src/domain/metrics/scored-month.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { announceBacktest, type BacktestMonth } from '../queries.ts'
import { lockQueued, type Queued, startBacktest } from '../start-queries.ts'
import { backtestBatch } from './backtest-batch.ts'
import { backtestReport } from './backtest-report.ts'
import { failedBacktest } from './failed-backtest.ts'

/**
 * Starts a backtest: fixes each month's end and feeds, splits the sellers into batches and sends a job for the first
 * month of each. All of it becomes visible in one transaction, and only for a backtest that is still queued, whose row
 * it locks first: of two that start the same one waits, finds it started and changes nothing.
 */
export const backtestRun = defineJob({
  name: 'backtest-run',
  data: Type.Object({ backtest_id: Id() }),
  queue: { deadLetter: failedBacktest.name },
  async handler({ db, env, jobs }, { backtest_id }) {
    await db.bulkTransaction(async (tx) => {
      const queued = await lockQueued(tx, backtest_id)
      if (!queued) return
      const months = await monthsOf(tx, queued, env)
      const batches = await startBacktest(tx, backtest_id, queued, months)
      if (batches === 0) await jobs.send(tx, backtestReport, { backtest_id, step: 'report' })
      await announceBacktest(tx, backtest_id)
      await jobs.sendAll(
        tx,
        backtestBatch,
        Array.from({ length: batches }, (_, batch) => ({ backtest_id, batch, months_done: 0 })),
      )
    }, JOB_TRANSACTION)
  },
})

/** The months, each as its metrics see it at its end. */
async function monthsOf(
  tx: Transaction,
  { from, to }: Queued,
  { BUSINESS_TIMEZONE }: FastifyInstance['env'],
) {
  const months: BacktestMonth[] = []
  for (let period = from; period <= to; period = shiftPeriod(period, 1)) {
    const month = await monthUntilNow(tx, period, BUSINESS_TIMEZONE)
    const { time_zone: _, ...ends } = month
    months.push({ ...ends, feeds: await findFeedsInUse(tx, month) })
  }
  return months
}
