import { Type } from '@sinclair/typebox'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Transaction, Tx } from '../../src/platform/database/database.ts'
import { defineJob, type JobOptions } from '../../src/platform/jobs/job.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'
import { countJobs } from '../../src/platform/jobs/queue-queries.ts'
import type { Question } from '../../src/platform/metrics/metrics.ts'
import { Id } from '../../src/platform/schemas/schemas.ts'

/**
 * One attempt at a delivery, identified by `version`. Every attempt, replay and resumption of a delivery raises its
 * version. A task may come a second time: its process died between storing the attempt and ending the job. It finds
 * another version then and does nothing. Where the process died before storing, the attempt is made again, with the
 * same `webhook-id`.
 */
export interface DeliveryTask {
  delivery_id: number
  subscription_id: number
  version: number
}

/** The job of a task, in the queue of its subscription. */
export const deliveryJob = {
  name: 'webhook-delivery',
  data: Type.Object({ delivery_id: Type.Integer({ minimum: 1 }), version: Type.Integer({ minimum: 1 }) }),
}

/** Options of tasks that somebody requested: they wait behind those of new events. */
export const AFTER_NEW_EVENTS = { priority: -1 }

/** Puts tasks into the queues of their subscriptions, each at its time. A task that has a job keeps that one. */
export async function sendTasks(
  jobs: Pick<Jobs, 'sendTo'>,
  tx: Transaction,
  tasks: (DeliveryTask & { next_attempt_at?: Date | string | null })[],
  options: JobOptions = {},
) {
  for (const [id, group] of Map.groupBy(tasks, ({ subscription_id }) => subscription_id))
    await jobs.sendTo(
      tx,
      deliveryJob,
      id,
      group.map(({ delivery_id, version, next_attempt_at }) => ({
        ...options,
        id: jobId(delivery_id, version),
        data: { delivery_id, version },
        startAfter: next_attempt_at ? new Date(next_attempt_at) : undefined,
      })),
    )
}

/** The UUID of a task's job: the two numbers, so that no task has two jobs. */
const jobId = (delivery: number, version: number) =>
  [delivery, version].map((number) => number.toString(16).padStart(16, '0')).join('')

/** Each pending delivery has a job, so the queues stand for them: the table of deliveries is too large. */
export const pendingDeliveries = (queueSchema: string): Question => ({
  name: 'sos_webhook_deliveries_pending',
  help: 'Deliveries that wait for their next attempt, as the queues counted them some seconds ago',
  type: 'gauge',
  labels: [],
  sql: countJobs(queueSchema, deliveryJob.name),
})

/**
 * Requests deliveries of events to a subscription, of those delivered before too: their deliveries start again, with
 * all attempts before them.
 */
export async function requestDeliveries(
  jobs: Jobs,
  tx: Tx,
  subscriptionId: number,
  eventIds: number[],
  trigger: 'replay' | 'redeliver' | 'test',
) {
  const tasks = await tx.rows<DeliveryTask>`
    insert into webhook_deliveries as d (subscription_id, event_id, trigger, next_attempt_at)
    select ${subscriptionId}::int, id, ${trigger}, now() from unnest(${eventIds}::bigint[]) as requested(id)
    on conflict (subscription_id, event_id) do update
    set status = 'pending', trigger = excluded.trigger, turn = d.turn + 1, attempt = 0, next_attempt_at = now(),
        settled_at = null
    returning id as delivery_id, subscription_id, turn as version`
  await sendTasks(jobs, tx, tasks, trigger === 'test' ? {} : AFTER_NEW_EVENTS)
}

const HELD_AT_ONCE = 1_000

/**
 * Lets one stretch of deliveries go on that were held while the subscription was not active, and sends itself for the
 * next, in one transaction, so that none grows with what was held and a kill loses none. `after` is the event row up to
 * which it is done. The lock on the subscription lets it be paused before or after, and then the rest stays held; who
 * resumes it again sends a job anew, and each delivery goes on once, for it is held no more.
 */
export const webhookResume = defineJob({
  name: 'webhook-resume',
  data: Type.Object({ subscription_id: Id(), after: Type.Integer() }),
  queue: { retryLimit: 1_000 },
  handler: ({ db, jobs }, { subscription_id, after }) =>
    db.bulkTransaction(async (tx) => {
      const resumed = await tx.rows<DeliveryTask & { event_id: number }>`
        with active as (
          select id from webhook_subscriptions
          where id = ${subscription_id} and is_active and deleted_at is null for key share
        ), held as (
          select d.id from active join webhook_deliveries d on d.subscription_id = active.id
          where d.status = 'held' and d.event_id > ${after} order by d.event_id limit ${HELD_AT_ONCE} for update of d
        )
        update webhook_deliveries d set status = 'pending', turn = turn + 1, next_attempt_at = now()
        from held where d.id = held.id
        returning d.id as delivery_id, d.subscription_id, d.turn as version, d.event_id`
      resumed.sort((one, other) => one.event_id - other.event_id)
      await sendTasks(jobs, tx, resumed, AFTER_NEW_EVENTS)
      const last = resumed.at(-1)
      if (last && resumed.length === HELD_AT_ONCE)
        await jobs.send(tx, webhookResume, { subscription_id, after: last.event_id })
    }, JOB_TRANSACTION),
})
