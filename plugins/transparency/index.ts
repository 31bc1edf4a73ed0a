import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { certificateHandler, certificateRoute } from './certificates/certificate.ts'
import { certificatesRoute, listCertificates } from './certificates/year.ts'
import { getLogAudit, LOG_QUESTIONS } from './findings/announce.ts'
import { auditResultRoute } from './findings/findings.ts'
import { logAuditJob } from './nightly/check-log.ts'
import {
  checkpointRoute,
  consistencyRoute,
  entriesRoute,
  getCheckpoint,
  getConsistency,
  getInclusion,
  inclusionRoute,
  keyRoute,
  listEntries,
  listKeys,
} from './proofs.ts'
import { certifyJob } from './scores/certify-scores.ts'
import { verifyCertificate, verifyRoute } from './verify.ts'

/** The log of final scores: who keeps its heads can prove that nothing in it was changed afterwards. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  for (const job of [certifyJob, logAuditJob]) app.jobs.add(job)
  app.metrics.ask(...LOG_QUESTIONS)

  app.route({ ...certificateRoute, handler: certificateHandler(app) })
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
