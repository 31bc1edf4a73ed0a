import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { getCertificate } from './certificates/certificate.ts'
import { exportCertificates } from './certificates/year.ts'
import { getLogAudit, LOG_QUESTIONS } from './findings.ts'
import { logAuditJob } from './nightly/check-log.ts'
import { getCheckpoint, getConsistency, getInclusion, listEntries, listKeys } from './proofs.ts'
import { certifyJob } from './scores/certify-scores.ts'
import { verifyCertificate } from './verify.ts'

/** The log of final scores: who keeps its heads can prove that nothing in it was changed afterwards. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  for (const job of [certifyJob, logAuditJob]) app.jobs.add(job)
  app.metrics.ask(...LOG_QUESTIONS)

  app.route(getCertificate)
  app.route(verifyCertificate)
  app.route(exportCertificates)
  app.route(getCheckpoint)
  app.route(listKeys)
  app.route(getConsistency)
  app.route(getInclusion)
  app.route(listEntries)
  app.route(getLogAudit)
}

export default fp(plugin, {
  name: 'transparency',
  encapsulate: true,
  dependencies: [
    'metrics',
    'database',
    'access',
    'scope',
    'big-reads',
    'spools',
    'threads',
    'jobs',
    'events',
    'log-keys',
  ],
})
