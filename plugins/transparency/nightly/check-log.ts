import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { type AuditResult, announce, collectFindings } from '../findings.ts'
import { checkScores } from './check-scores.ts'
import { checkTree } from './check-tree.ts'

/** Checks the log every night. It changes nothing but the kept result, so a second run only says the same again. */
export const logAuditJob = defineJob({
  name: 'log-audit',
  data: Type.Object({}),
  queue: { policy: 'short', expireInSeconds: 6 * 3600 },
  schedule: '41 4 * * *',
  async handler(app) {
    const { leaves, findings } = await checkLog(app)
    app.log.info({ leaves, findings: findings.length }, 'the log was checked')
  },
})

/** Checks the log against all that it is about, keeps what was found and says it. */
export async function checkLog(app: FastifyInstance): Promise<AuditResult> {
  const found = collectFindings()
  await checkScores(app, found)
  const scores = await checkTree(app.db.bulk, found)
  const result = { checked_at: app.clock.now().toISOString(), leaves: { scores }, findings: found.all() }
  await announce(app, result)
  return result
}
