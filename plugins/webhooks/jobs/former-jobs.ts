import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { type Claim, defineConsumer, type Lease } from '../../../src/platform/jobs/consumer.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { notBegun } from '../delivery-queries.ts'
import { sendTasks } from '../delivery-task.ts'

/**
 * Jobs of 0.1.0, which are in the queue after an upgrade, or sent while processes of it still run: one for each
 * delivery, and one for what a process had begun and not stored when it died. Both become jobs of today.
 */
const formerDelivery = {
  name: 'webhook-delivery',
  data: Type.Object({
    delivery_id: Type.Integer(),
    subscription_id: Type.Integer(),
    turn: Type.Integer(),
  }),
}

const formerDeliveries = defineConsumer({
  ...formerDelivery,
  room: 1_000,
  batch: 500,
  open: (app, lease) => {
    const moving = new Set<Promise<void>>()
    return {
      take(claims) {
        const moved = move(app, lease, claims)
          .catch((error) => {
            app.log.error({ err: error }, 'deliveries of the release before could not be queued again')
            lease.ended(claims) // they come again when their heartbeat has run out
          })
          .finally(() => moving.delete(moved))
        moving.add(moved)
      },
      full: () => [],
      resume: () => {},
      stop: async () => void (await Promise.all(moving)),
    }
  },
})

/** The new jobs and the end of the old ones are one transaction. */
async function move(
  app: FastifyInstance,
  lease: Lease,
  claims: Claim<{ delivery_id: number; subscription_id: number; turn: number }>[],
) {
  await app.db.bulkTransaction(async (tx) => {
    const tasks = claims.map(({ data: { turn, ...task } }) => ({ ...task, version: turn }))
    await sendTasks(app.jobs, tx, tasks)
    await app.jobs.end(tx, formerDelivery, claims)
  }, JOB_TRANSACTION)
  lease.ended(claims)
}

const formerRescue = defineJob({
  name: 'webhook-rescue',
  data: Type.Object({ deliveries: Type.Array(Type.Integer({ minimum: 1 })) }),
  queue: { retryLimit: 1_000 },
  async handler(app, { deliveries }) {
    await app.db.bulkTransaction(async (tx) => {
      await sendTasks(app.jobs, tx, await notBegun(tx, deliveries))
    }, JOB_TRANSACTION)
  },
})

export const FORMER_JOBS = [formerDeliveries, formerRescue]
