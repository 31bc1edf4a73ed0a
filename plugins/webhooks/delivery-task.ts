import { type Static, Type } from '@sinclair/typebox'
import type { Transaction } from '../../src/platform/database/database.ts'
import type { JobOptions } from '../../src/platform/jobs/job.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'
import { Id } from '../../src/platform/schemas/schemas.ts'

/**
 * One attempt at a delivery. `version` is what identifies it: every attempt, replay and resumption of a delivery raises
 * its version, so that a task that comes a second time, because its process died between storing the attempt and ending
 * the job, or because the delivery was asked for anew meanwhile, finds another version and sends nothing. When the
 * process died before storing, the attempt is made again, with the same `webhook-id`.
 */
export interface DeliveryTask {
  delivery_id: number
  subscription_id: number
  version: number
}

/** The job of a task. Its version is called `turn` in the queue, as in the table, for processes of other releases. */
export const deliveryJob = {
  name: 'webhook-delivery',
  data: Type.Object({
    delivery_id: Type.Integer({ minimum: 1 }),
    subscription_id: Id(),
    turn: Type.Integer({ minimum: 1 }),
  }),
}
export type DeliveryJob = Static<typeof deliveryJob.data>

/** The task of a job that has come. */
export const taskOf = ({ delivery_id, subscription_id, turn }: DeliveryJob): DeliveryTask => ({
  delivery_id,
  subscription_id,
  version: turn,
})

/**
 * Puts tasks into the queue. Tasks of one subscription are a group, so that they can be left there while it has enough
 * to do.
 */
export async function sendTasks(
  jobs: Pick<Jobs, 'sendAll'>,
  tx: Transaction,
  tasks: DeliveryTask[],
  optionsOf: (task: DeliveryTask) => JobOptions = () => ({}),
) {
  const options = new Map<DeliveryJob, JobOptions>()
  for (const task of tasks) {
    const { delivery_id, subscription_id, version } = task
    const group = { id: String(subscription_id) }
    options.set({ delivery_id, subscription_id, turn: version }, { group, ...optionsOf(task) })
  }
  await jobs.sendAll(tx, deliveryJob, [...options.keys()], (job) => options.get(job) ?? {})
}

/** Options of tasks that somebody requested: they wait behind those of new events. */
export const afterNewEvents = () => ({ priority: -1 })
