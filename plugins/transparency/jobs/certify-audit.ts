import { Type } from '@sinclair/typebox'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { certifyAudit } from '../chain/append-rows.ts'

/**
 * Gives rows of the audit log their leaves, some minutes after they were written. A second run at the same time waits
 * for the lock of the log and finds them done; one that is killed leaves whole transactions behind.
 */
export const certifyAuditJob = defineJob({
  name: 'certify-audit',
  data: Type.Object({}),
  queue: { policy: 'short' },
  schedule: '5-59/10 * * * *',
  async handler(app) {
    const leaves = await certifyAudit(app)
    if (leaves > 0) app.log.debug({ leaves }, 'rows of the audit log got their leaves')
  },
})
