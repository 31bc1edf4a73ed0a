import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { approveCorrection, rejectCorrection } from './decide.ts'
import { getCorrection, listCorrections } from './get.ts'
import { correctionApply } from './jobs/correction-apply.ts'
import { correctionBatch } from './jobs/correction-batch.ts'
import { correctionRun } from './jobs/correction-run.ts'
import { failedCorrection } from './jobs/failed-correction.ts'
import { lateFacts } from './jobs/late-facts.ts'
import { UNAPPLIED_SCORES } from './queries.ts'
import { requestCorrection } from './request.ts'
import { decideRoutes, getRoute, listRoute, requestRoute, sellersRoute } from './schemas.ts'
import { listChangedSellers } from './sellers.ts'

/** Corrections of months that were finalized wrongly, by two people. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  for (const job of [failedCorrection, correctionBatch, correctionRun, correctionApply, lateFacts])
    app.jobs.add(job)
  app.retention.lines.push(UNAPPLIED_SCORES)

  app.route({ ...requestRoute, handler: requestCorrection })
  app.route({ ...listRoute, handler: listCorrections })
  app.route({ ...getRoute, handler: getCorrection })
  app.route({ ...sellersRoute, handler: listChangedSellers })
  app.route({ ...decideRoutes.approve, handler: approveCorrection })
  app.route({ ...decideRoutes.reject, handler: rejectCorrection })
}

export default fp(plugin, {
  name: 'corrections',
  encapsulate: true,
  dependencies: ['database', 'access', 'jobs', 'retention', 'events'],
})
