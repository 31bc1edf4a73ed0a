import type { FastifyInstance } from 'fastify'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { defineFamily } from '../../../src/platform/jobs/job.ts'
import { openDeliveries } from '../deliver.ts'
import { deliveryJob, sendTasks } from '../delivery-job.ts'
import { failOpen, pendingAfter, queuesOf } from '../delivery-queries.ts'

const AT_ONCE = 5_000

/** Makes the attempts that are due, by a queue for each subscription. See delivery-job.ts for a job that comes twice. */
export const webhookDeliveries = defineFamily({
  ...deliveryJob,
  list: ({ db }) => queuesOf(db),
  end: async ({ db }, id) => void (await failOpen(db.bulk, id)),
  open(app, stopping) {
    sendPending(app).catch((error) => app.log.error({ err: error }, 'pending deliveries were not sent again'))
    return openDeliveries(app, stopping)
  },
})

/**
 * Gives every pending delivery a job that has none: after an upgrade, and after whatever has lost jobs. Those that have
 * one keep it.
 */
export async function sendPending({ db, jobs }: Pick<FastifyInstance, 'db' | 'jobs'>) {
  for (let after = 0, count = AT_ONCE; count === AT_ONCE; )
    await db.bulkTransaction(async (tx) => {
      const pending = await pendingAfter(tx, after, AT_ONCE)
      await sendTasks(jobs, tx, pending)
      after = pending.at(-1)?.delivery_id ?? after
      count = pending.length
    }, JOB_TRANSACTION)
}
