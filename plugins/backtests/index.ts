import type { FastifyInstance } from 'fastify'
import { deleteBacktest, forgetOldBacktests, getBacktest, listBacktests, watchBacktest } from './backtest.ts'
import { backtestBatch, backtestReport, backtestRun, failedBacktest, partsAtOnce } from './jobs.ts'
import { requestBacktest } from './request.ts'
import { listSellers } from './scores.ts'

/** What a change of the rules would have done to past months. */
export default async function plugin(app: FastifyInstance) {
  const batches = { ...backtestBatch, work: { localConcurrency: partsAtOnce(app.db.bulk) } }
  for (const job of [failedBacktest, backtestReport, batches, backtestRun]) app.jobs.add(job)
  app.retention.work.push(forgetOldBacktests)

  const reads = [listBacktests, getBacktest, watchBacktest, listSellers]
  for (const route of [requestBacktest, ...reads, deleteBacktest]) app.route(route)
}
