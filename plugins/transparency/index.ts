import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { route } from '../../src/platform/http/route.ts'
import { certificateReader, getCertificate } from './certificates/certificate.ts'
import { certificateRoute } from './certificates/schemas.ts'
import { listCertificates } from './certificates/year.ts'
import { certificatesRoute } from './certificates/year-schemas.ts'
import { verifyAudit } from './chain/verify.ts'
import { verifyAuditRoute } from './chain/verify-schemas.ts'
import { getLogAudit, LOG_QUESTIONS } from './findings/result-queries.ts'
import { certifyJob } from './jobs/certify.ts'
import { certifyAuditJob } from './jobs/certify-audit.ts'
import { logAuditJob } from './jobs/log-audit.ts'
import { witnessJob } from './jobs/witness.ts'
import { auditResultRoute } from './nightly/schemas.ts'
import { paperSender } from './paper/send-paper.ts'
import { getCheckpoint, getConsistency, getInclusion, listEntries, listKeys } from './proofs/handlers.ts'
import {
  checkpointRoute,
  consistencyRoute,
  entriesRoute,
  inclusionRoute,
  keyRoute,
} from './proofs/schemas.ts'
import { getEntryTile, getTile } from './proofs/tiles.ts'
import { verifyRoute } from './verify/schemas.ts'
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

  app.route({ ...certificateRoute, handler: getCertificate(certificateReader(app), paperSender()) })
  app.route({ ...verifyRoute, handler: verifyCertificate })
  app.route({ ...certificatesRoute, handler: listCertificates })
  app.route({ ...checkpointRoute, handler: getCheckpoint })
  app.route({ ...keyRoute, handler: listKeys })
  app.route({ ...consistencyRoute, handler: getConsistency })
  app.route({ ...inclusionRoute, handler: getInclusion })
  app.route({ ...entriesRoute, handler: listEntries })
  app.route({ ...auditResultRoute, handler: getLogAudit })
  app.route({ ...verifyAuditRoute, handler: verifyAudit })
  app.route({
    ...route('GET', '/api/transparency/tile/entries/*', 'model.read', { hide: true }),
    handler: getEntryTile,
  })
  app.route({ ...route('GET', '/api/transparency/tile/*', 'public', { hide: true }), handler: getTile })
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
