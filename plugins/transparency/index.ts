import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { certificateReader, getCertificate } from './certificates/certificate.ts'
import { certificateSchema } from './certificates/schemas.ts'
import { listCertificates } from './certificates/year.ts'
import { certificatesSchema } from './certificates/year-schemas.ts'
import { verifyAudit } from './chain/verify.ts'
import { verifyAuditSchema } from './chain/verify-schemas.ts'
import { certifyJob } from './jobs/certify.ts'
import { certifyAuditJob } from './jobs/certify-audit.ts'
import { logAuditJob } from './jobs/log-audit.ts'
import { witnessJob } from './jobs/witness.ts'
import { getLogAudit } from './nightly/get-result.ts'
import { LOG_QUESTIONS } from './nightly/result-queries.ts'
import { auditResultSchema } from './nightly/schemas.ts'
import { paperSender } from './paper/send-paper.ts'
import { getCheckpoint, getConsistency, getInclusion, listEntries, listKeys } from './proofs/handlers.ts'
import {
  checkpointSchema,
  consistencySchema,
  entriesSchema,
  inclusionSchema,
  keySchema,
} from './proofs/schemas.ts'
import { getEntryTile, getTile } from './proofs/tiles.ts'
import { verifySchema } from './verify/schemas.ts'
import { verifyCertificate } from './verify/verify.ts'
import { witnessClient } from './witnesses/ask.ts'
import { failureLog } from './witnesses/failures.ts'
import { WITNESS_QUESTIONS } from './witnesses/queries.ts'
import { readWitnesses } from './witnesses/settings.ts'

/** The log of final scores: who keeps its heads can prove that nothing in it was changed afterwards. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  const client = witnessClient()
  app.addHook('onClose', client.close)
  const asking = { witnesses: readWitnesses(app.env), ask: client.ask, failures: failureLog(app.log) }
  for (const job of [certifyJob, certifyAuditJob, logAuditJob, witnessJob(asking)]) app.jobs.add(job)
  app.metrics.ask(...LOG_QUESTIONS, ...WITNESS_QUESTIONS)

  app.route({
    method: 'GET',
    url: '/api/sos/sellers/:seller_code/score/certificate',
    config: { permission: 'seller-scores.read', answersTag: true },
    schema: certificateSchema,
    handler: getCertificate(certificateReader(app), paperSender()),
  })
  app.route({
    method: 'POST',
    url: '/api/sos/verify',
    config: { access: 'user', idempotencyKey: false },
    schema: verifySchema,
    handler: verifyCertificate,
  })
  app.route({
    method: 'GET',
    url: '/api/transparency/certificates',
    config: { permission: 'model.read' },
    schema: certificatesSchema,
    handler: listCertificates,
  })
  app.route({
    method: 'GET',
    url: '/api/transparency/checkpoint',
    config: { access: 'public' },
    schema: checkpointSchema,
    handler: getCheckpoint,
  })
  app.route({
    method: 'GET',
    url: '/api/transparency/key',
    config: { access: 'public' },
    schema: keySchema,
    handler: listKeys,
  })
  app.route({
    method: 'GET',
    url: '/api/transparency/consistency',
    config: { access: 'public' },
    schema: consistencySchema,
    handler: getConsistency,
  })
  app.route({
    method: 'GET',
    url: '/api/transparency/inclusion/:index',
    config: { access: 'public' },
    schema: inclusionSchema,
    handler: getInclusion,
  })
  app.route({
    method: 'GET',
    url: '/api/transparency/entries',
    config: { permission: 'model.read' },
    schema: entriesSchema,
    handler: listEntries,
  })
  app.route({
    method: 'GET',
    url: '/api/transparency/audit',
    config: { permission: 'model.read' },
    schema: auditResultSchema,
    handler: getLogAudit,
  })
  app.route({
    method: 'GET',
    url: '/api/audit/verify',
    config: { permission: 'audit.read', reads: 'sums' },
    schema: verifyAuditSchema,
    handler: verifyAudit,
  })
  app.route({
    method: 'GET',
    url: '/api/transparency/tile/entries/*',
    config: { permission: 'model.read' },
    schema: { hide: true },
    handler: getEntryTile,
  })
  app.route({
    method: 'GET',
    url: '/api/transparency/tile/*',
    config: { access: 'public' },
    schema: { hide: true },
    handler: getTile,
  })
}

export const transparency = fp(plugin, {
  name: 'transparency',
  encapsulate: true,
  dependencies: [
    'metrics',
    'database',
    'access',
    'big-reads',
    'spools',
    'threads',
    'jobs',
    'events',
    'log-keys',
  ],
})
