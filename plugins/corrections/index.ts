import type { FastifyInstance } from 'fastify'
import { correctionBatch, correctionRun, failedCorrection } from './compute.ts'
import { correctionApply } from './correction-apply.ts'
import { approveCorrection, rejectCorrection } from './decide.ts'
import { getCorrection, listChangedSellers, listCorrections } from './get.ts'
import { lateFacts } from './late-facts.ts'
import { requestCorrection } from './request.ts'
import { KEPT_DAYS } from './schemas.ts'

/** Corrections of months that were finalized wrongly, by two people. */
export default async function plugin(app: FastifyInstance) {
  for (const job of [failedCorrection, correctionBatch, correctionRun, correctionApply, lateFacts])
    app.jobs.add(job)
  // The scores of corrections that were not applied.
  app.retention.lines.push({
    table: 'correction_scores',
    where: `result is null and correction_id in (
              select id from corrections where finished_at < now() - $1::interval)`,
    period: `${KEPT_DAYS} days`,
  })

  const reads = [listCorrections, getCorrection, listChangedSellers]
  for (const route of [requestCorrection, ...reads, approveCorrection, rejectCorrection]) app.route(route)
}
