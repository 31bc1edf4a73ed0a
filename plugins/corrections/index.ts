import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { approveCorrection } from './approve.ts'
import { correctionApply } from './jobs/correction-apply.ts'
import { correctionBatch } from './jobs/correction-batch.ts'
import { correctionRun } from './jobs/correction-run.ts'
import { failedCorrection } from './jobs/failed-correction.ts'
import { getCorrection, listCorrections } from './reading.ts'
import { rejectCorrection } from './reject.ts'
import { requestCorrection } from './request.ts'
import { decideSchemas, getSchema, listSchema, requestSchema, sellersSchema } from './schemas.ts'
import { listChangedSellers } from './sellers.ts'

/** Corrections of months that were finalized wrongly, by two people. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  for (const job of [failedCorrection, correctionBatch, correctionRun, correctionApply]) app.jobs.add(job)
  app.retention.keep([
    {
      table: 'correction_scores',
      where: `result is null and correction_id in (
                select id from corrections where finished_at < now() - $1::interval)`,
      period: '90 days',
    },
  ])

  app.route({
    method: 'POST',
    url: '/api/sos/monthly/corrections',
    config: { permission: 'scores.write' },
    schema: requestSchema,
    handler: requestCorrection,
  })
  app.route({
    method: 'GET',
    url: '/api/sos/monthly/corrections',
    config: { permission: 'model.read' },
    schema: listSchema,
    handler: listCorrections,
  })
  app.route({
    method: 'GET',
    url: '/api/sos/monthly/corrections/:id',
    config: { permission: 'model.read', answersTag: true },
    schema: getSchema,
    handler: getCorrection,
  })
  app.route({
    method: 'GET',
    url: '/api/sos/monthly/corrections/:id/sellers',
    config: { permission: 'model.read', reads: 'sums' },
    schema: sellersSchema,
    handler: listChangedSellers,
  })
  app.route({
    method: 'POST',
    url: '/api/sos/monthly/corrections/:id/approve',
    config: { permission: 'scores.write' },
    schema: decideSchemas.approve,
    handler: approveCorrection,
  })
  app.route({
    method: 'POST',
    url: '/api/sos/monthly/corrections/:id/reject',
    config: { permission: 'scores.write' },
    schema: decideSchemas.reject,
    handler: rejectCorrection,
  })
}

export const corrections = fp(plugin, {
  name: 'corrections',
  encapsulate: true,
  dependencies: ['database', 'access', 'jobs', 'retention', 'events'],
})
