import { Type } from '@sinclair/typebox'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { notBegun } from '../delivery-queries.ts'
import { deliveryJob, grouped } from '../delivery-task.ts'

/**
 * Stands by for deliveries that a process begins without jobs (see sending/batch.ts), and comes only if the process
 * has died or could not store them: it gives jobs to those that have had no turn. It may run twice: of two jobs for
 * one turn the second finds it past, or sends once more with the same `webhook-id`.
 */
export const webhookRescue = defineJob({
  name: 'webhook-rescue',
  data: Type.Object({ deliveries: Type.Array(Type.Integer({ minimum: 1 })) }),
  queue: { retryLimit: 1_000 },
  async handler(app, { deliveries }) {
    await app.db.bulkTransaction(async (tx) => {
      await app.jobs.sendAll(tx, deliveryJob, await notBegun(tx, deliveries), grouped)
    }, JOB_TRANSACTION)
  },
})
