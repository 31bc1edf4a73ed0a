import { Type } from '@sinclair/typebox'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { checkLog } from '../nightly/check-log.ts'

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
