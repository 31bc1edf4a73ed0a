import type { FastifyInstance } from 'fastify'
import { getCertificate } from './certificates/certificate.ts'
import { exportCertificates } from './certificates/year.ts'
import { getLogAudit, LOG_QUESTIONS } from './findings.ts'
import { logAuditJob } from './nightly/check-log.ts'
import { getCheckpoint, getConsistency, getInclusion, listEntries, listKeys } from './proofs.ts'
import { certifyJob } from './scores/certify-scores.ts'
import { verifyCertificate } from './verify.ts'

/** The log of final scores: who keeps its heads can prove that nothing in it was changed afterwards. */
export default async function plugin(app: FastifyInstance) {
  for (const job of [certifyJob, logAuditJob]) app.jobs.add(job)
  app.metrics.ask(...LOG_QUESTIONS)

  const certificates = [getCertificate, verifyCertificate, exportCertificates]
  const proofs = [getCheckpoint, listKeys, getConsistency, getInclusion, listEntries]
  for (const route of [...certificates, ...proofs, getLogAudit]) app.route(route)
}
