import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { compareBacktests } from './compare.ts'
import { deleteBacktest } from './delete.ts'
import { proposeDrift } from './drift/propose.ts'
import { proposeSchema } from './drift/propose-schemas.ts'
import { forgetOldBacktests } from './forget-old.ts'
import { backtestBatch, partsAtOnce } from './jobs/backtest-batch.ts'
import { backtestReport } from './jobs/backtest-report.ts'
import { backtestRun } from './jobs/backtest-run.ts'
import { driftNightly } from './jobs/drift-nightly.ts'
import { failedBacktest } from './jobs/failed-backtest.ts'
import { watchBacktest } from './progress.ts'
import { getBacktest, listBacktests } from './reading.ts'
import { requestBacktest } from './request.ts'
import { deleteSchema, getSchema, listSchema, progressSchema, requestSchema } from './schemas.ts'
import { compareSchema, sellersSchema } from './scores-schemas.ts'
import { listSellers } from './sellers.ts'

/** What a change of the rules would have done to past months. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  const batches = { ...backtestBatch, work: { localConcurrency: partsAtOnce(app.db.bulk) } }
  for (const job of [failedBacktest, backtestReport, batches, backtestRun, driftNightly]) app.jobs.add(job)
  app.retention.also(forgetOldBacktests)

  app.route({
    method: 'POST',
    url: '/api/backtests',
    config: { permission: 'drafts.write' },
    schema: requestSchema,
    handler: requestBacktest,
  })
  app.route({
    method: 'GET',
    url: '/api/backtests',
    config: { permission: 'model.read' },
    schema: listSchema,
    handler: listBacktests,
  })
  app.route({
    method: 'GET',
    url: '/api/backtests/:id',
    config: { permission: 'model.read', answersTag: true },
    schema: getSchema,
    handler: getBacktest,
  })
  app.route({
    method: 'GET',
    url: '/api/backtests/:id/progress',
    config: { permission: 'model.read', waits: true },
    schema: progressSchema,
    handler: watchBacktest,
  })
  app.route({
    method: 'GET',
    url: '/api/backtests/:id/sellers',
    config: { permission: 'model.read', reads: 'sums' },
    schema: sellersSchema,
    handler: listSellers,
  })
  app.route({
    method: 'GET',
    url: '/api/backtests/:id/compare',
    config: { permission: 'model.read', reads: 'sums', answersTag: true },
    schema: compareSchema,
    handler: compareBacktests,
  })
  app.route({
    method: 'POST',
    url: '/api/backtests/:id/propose',
    config: { permission: 'scores.write' },
    schema: proposeSchema,
    handler: proposeDrift,
  })
  app.route({
    method: 'DELETE',
    url: '/api/backtests/:id',
    config: { permission: 'drafts.write' },
    schema: deleteSchema,
    handler: deleteBacktest,
  })
}

export const backtests = fp(plugin, {
  name: 'backtests',
  encapsulate: true,
  dependencies: ['database', 'access', 'jobs', 'notifications', 'retention'],
})
