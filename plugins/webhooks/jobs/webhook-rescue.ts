import { Type } from '@sinclair/typebox'
import { arrayLiteral } from '../../../src/platform/database/array-literal.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { bulkTransaction } from '../../../src/platform/database/bulk-transaction.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { type DeliveryJob, deliveryJob, grouped } from './delivery-job.ts'

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
    await bulkTransaction(
      app.db,
      async (tx) => {
        const left = await tx.$queryRaw<DeliveryJob[]>`
          select id as delivery_id, subscription_id, turn from webhook_deliveries
          where id = any(${arrayLiteral(deliveries)}::bigint[]) and status = 'pending' and turn = 1`
        await app.jobs.sendAll(tx, deliveryJob, left, grouped)
      },
      JOB_TRANSACTION,
    )
  },
})
