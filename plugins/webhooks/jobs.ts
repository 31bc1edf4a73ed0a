import type { FastifyInstance } from 'fastify'
import { eventFanOut } from '../../src/domain/events/events.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import { arrayLiteral } from '../../src/platform/database/statements/arrays.ts'
import { defineJob, type QueueFamily, type Thing } from '../../src/platform/jobs/job.ts'
import { openDeliveries } from './deliver.ts'
import { type DeliveryTask, deliveryJob, sendTasks, webhookResume } from './deliveries.ts'

/**
 * Makes a delivery for every active subscription that wants one of the events, and their jobs, all in one transaction.
 * It may run twice: subscription and event are unique together, and only a new row gets a job. `count` hears how many
 * events have their deliveries.
 */
export const fanOut = (count: (events: number) => void) =>
  defineJob({
    ...eventFanOut,
    queue: { retryLimit: 1_000 },
    work: { localConcurrency: 2 },
    async handler(app, { events }) {
      await app.db.bulkTransaction(async (tx) => {
        // The lock lets no subscription be paused or deleted until its deliveries are there.
        const tasks = await tx.rows<DeliveryTask>`
          with active as (
            select id, events, seller_ids from webhook_subscriptions
            where is_active and deleted_at is null order by id for key share
          )
          insert into webhook_deliveries (subscription_id, event_id, next_attempt_at)
          select s.id, e.id, now()
          from events e join active s on webhook_wants(s.events, s.seller_ids, e.type, e.seller_id)
          where e.id = any(${arrayLiteral(events)}::bigint[]) order by e.id
          on conflict (subscription_id, event_id) do nothing
          returning id as delivery_id, subscription_id, turn as version`
        await sendTasks(app.jobs, tx, tasks)
      }, JOB_TRANSACTION)
      count(events.length)
    },
  })

const AT_ONCE = 5_000

/** Makes the attempts that are due, by a queue for each subscription. See deliveries.ts for a job that comes twice. */
export const webhookDeliveries: QueueFamily<typeof deliveryJob.data> = {
  ...deliveryJob,
  list: ({ db }) =>
    db.rows<Thing>(
      'select id, max_concurrency as at_a_time from webhook_subscriptions where deleted_at is null',
      [],
      'webhook-queues',
    ),
  /** What is under way and arrives is delivered all the same. */
  async end({ db }, id) {
    await db.bulk.run`
      update webhook_deliveries set status = 'failed', next_attempt_at = null, settled_at = now()
      where subscription_id = ${id} and status in ('pending', 'held')`
  },
  open(app, stopping) {
    sendPending(app).catch((error) => app.log.error({ err: error }, 'pending deliveries were not sent again'))
    return openDeliveries(app, stopping)
  },
}

/**
 * Gives every pending delivery a job that has none: after an upgrade, and after whatever has lost jobs. Those that have
 * one keep it. What is held at active subscriptions is resumed: beside a resumption under way, each goes on once.
 */
export async function sendPending({ db, jobs }: Pick<FastifyInstance, 'db' | 'jobs'>) {
  for (let after = 0, count = AT_ONCE; count === AT_ONCE; )
    await db.bulkTransaction(async (tx) => {
      const pending = await tx.rows<DeliveryTask & { next_attempt_at: string | null }>`
        select d.id as delivery_id, d.subscription_id, d.turn as version, d.next_attempt_at
        from webhook_deliveries d join webhook_subscriptions s on s.id = d.subscription_id and s.deleted_at is null
        where d.id > ${after} and d.status = 'pending' order by d.id limit ${AT_ONCE}`
      await sendTasks(jobs, tx, pending)
      after = pending.at(-1)?.delivery_id ?? after
      count = pending.length
    }, JOB_TRANSACTION)
  await db.bulkTransaction(async (tx) => {
    const held = await tx.column<number>`
      select id from webhook_subscriptions s where is_active and deleted_at is null
        and exists (select from webhook_deliveries d where d.subscription_id = s.id and d.status = 'held')`
    await jobs.sendAll(
      tx,
      webhookResume,
      held.map((subscription_id) => ({ subscription_id, after: 0 })),
    )
  }, JOB_TRANSACTION)
}
