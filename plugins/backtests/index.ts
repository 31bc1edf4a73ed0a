import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { deleteBacktest, forgetOldBacktests } from './delete.ts'
import { getBacktest, listBacktests, watchBacktest } from './get.ts'
import { backtestBatch, backtestReport, backtestRun, failedBacktest, partsAtOnce } from './jobs.ts'
import { requestBacktest } from './request.ts'
import {
  compareRoute,
  deleteRoute,
  getRoute,
  listRoute,
  progressRoute,
  requestRoute,
  sellersRoute,
} from './schemas.ts'
import { compareBacktests, listSellers } from './scores.ts'

/** What a change of the rules would have done to past months. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  const batches = { ...backtestBatch, work: { localConcurrency: partsAtOnce(app.db.bulk) } }
  for (const job of [failedBacktest, backtestReport, batches, backtestRun]) app.jobs.add(job)
  app.retention.work.push(forgetOldBacktests)

  app.route({ ...requestRoute, handler: requestBacktest })
  app.route({ ...listRoute, handler: listBacktests })
  app.route({ ...getRoute, handler: getBacktest })
  app.route({ ...progressRoute, handler: watchBacktest })
  app.route({ ...sellersRoute, handler: listSellers })
  app.route({ ...compareRoute, handler: compareBacktests })
  app.route({ ...deleteRoute, handler: deleteBacktest })
}

export default fp(plugin, {
  name: 'backtests',
  encapsulate: true,
  dependencies: ['database', 'access', 'jobs', 'retention'],
})
