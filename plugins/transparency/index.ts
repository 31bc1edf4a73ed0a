import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { certificateReader, getCertificate } from './certificates/certificate.ts'
import { certificateRoute, certificatesRoute } from './certificates/schemas.ts'
import { listCertificates } from './certificates/year.ts'
import { getLogAudit, LOG_QUESTIONS } from './findings/result-queries.ts'
import { logAuditJob } from './nightly/check-log.ts'
import { auditResultRoute } from './nightly/schemas.ts'
import { getCheckpoint, getConsistency, getInclusion, listEntries, listKeys } from './proofs/handlers.ts'
import {
  checkpointRoute,
  consistencyRoute,
  entriesRoute,
  inclusionRoute,
  keyRoute,
} from './proofs/schemas.ts'
import { certifyJob } from './scores/certify-scores.ts'
import { verifyRoute } from './verify/schemas.ts'
import { verifyCertificate } from './verify/verify.ts'

/** The log of final scores: who keeps its heads can prove that nothing in it was changed afterwards. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  for (const job of [certifyJob, logAuditJob]) app.jobs.add(job)
  app.metrics.ask(...LOG_QUESTIONS)

  app.route({ ...certificateRoute, handler: getCertificate(certificateReader(app)) })
  app.route({ ...verifyRoute, handler: verifyCertificate })
  app.route({ ...certificatesRoute, handler: listCertificates })
  app.route({ ...checkpointRoute, handler: getCheckpoint })
  app.route({ ...keyRoute, handler: listKeys })
  app.route({ ...consistencyRoute, handler: getConsistency })
  app.route({ ...inclusionRoute, handler: getInclusion })
  app.route({ ...entriesRoute, handler: listEntries })
  app.route({ ...auditResultRoute, handler: getLogAudit })
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
