import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { notBegun } from '../delivery-queries.ts'
import { sendTasks } from '../delivery-task.ts'
import { rescueJob } from '../sending/batch.ts'

/**
 * Queues deliveries again that a process began without jobs (see sending/batch.ts). It runs only if the process
 * has died or could not store them: it gives jobs to those of which nothing was stored. It may run twice: of two jobs
 * for one version the second finds it past, or sends once more with the same `webhook-id`.
 */
export const webhookRescue = defineJob({
  ...rescueJob,
  queue: { retryLimit: 1_000 },
  standsBy: true,
  async handler(app, { deliveries }) {
    await app.db.bulkTransaction(async (tx) => {
      await sendTasks(app.jobs, tx, await notBegun(tx, deliveries))
    }, JOB_TRANSACTION)
  },
})
