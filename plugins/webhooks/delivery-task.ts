import { type Static, Type } from '@sinclair/typebox'
import type { Transaction } from '../../src/platform/database/database.ts'
import type { JobOptions } from '../../src/platform/jobs/job.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'
import { Id } from '../../src/platform/schemas/schemas.ts'

/**
 * One attempt at a delivery, identified by `version`. Every attempt, replay and resumption of a delivery raises its
 * version. A task may come a second time: its process died between storing the attempt and ending the job, or the
 * delivery was asked for anew. It finds another version then and sends nothing. Where the process died before storing,
 * the attempt is made again, with the same `webhook-id`.
 */
export interface DeliveryTask {
  delivery_id: number
  subscription_id: number
  version: number
}

/**
 * The job of some tasks of one subscription, `[delivery_id, version]` each. It ends with the last of them that is
 * stored; when it comes again, the others find another version.
 *
 * Measured with 10,000 events to one receiver, in turn, as processor time of worker and database: a job for each
 * delivery took 1.3 to 1.7 times as much as deliveries without jobs, which needed a road of their own for the death of
 * their process. Jobs of many, claimed by who sends them, take no more than those.
 */
export const deliveryJob = {
  name: 'webhook-deliveries',
  data: Type.Object({
    subscription_id: Id(),
    deliveries: Type.Array(Type.Tuple([Type.Integer({ minimum: 1 }), Type.Integer({ minimum: 1 })])),
  }),
}
export type DeliveryJob = Static<typeof deliveryJob.data>

/** How many tasks a job has at the most: what a process takes at a time stays small. */
const MOST_IN_A_JOB = 50

export const tasksOf = ({ subscription_id, deliveries }: DeliveryJob): DeliveryTask[] =>
  deliveries.map(([delivery_id, version]) => ({ delivery_id, subscription_id, version }))

/** The jobs of tasks, in their order. */
function jobsOf(tasks: DeliveryTask[]): DeliveryJob[] {
  const open = new Map<number, DeliveryJob>()
  const jobs: DeliveryJob[] = []
  for (const { delivery_id, subscription_id, version } of tasks) {
    let job = open.get(subscription_id)
    if (!job || job.deliveries.length === MOST_IN_A_JOB) {
      job = { subscription_id, deliveries: [] }
      open.set(subscription_id, job)
      jobs.push(job)
    }
    job.deliveries.push([delivery_id, version])
  }
  return jobs
}

/** Puts tasks into the queue, to be done together. */
export const sendTasks = (
  jobs: Pick<Jobs, 'sendAll'>,
  tx: Transaction,
  tasks: DeliveryTask[],
  options: JobOptions = {},
) => jobs.sendAll(tx, deliveryJob, jobsOf(tasks), (job) => ({ ...options, ...inGroup(job) }))

/** Puts tasks into the queue as jobs that this process has claimed, and begins when the transaction has committed. */
export const claimTasks = (jobs: Pick<Jobs, 'sendClaimed'>, tx: Transaction, tasks: DeliveryTask[]) =>
  jobs.sendClaimed(tx, deliveryJob, jobsOf(tasks), inGroup)

/** Puts tasks into the queue, each to be done at its time; null is at once. */
export async function sendLater(
  jobs: Pick<Jobs, 'sendAll'>,
  tx: Transaction,
  tasks: Map<DeliveryTask, Date | null>,
) {
  const byTime = new Map<number | undefined, DeliveryTask[]>()
  for (const [task, time] of tasks) {
    const together = byTime.get(time?.getTime())
    if (together) together.push(task)
    else byTime.set(time?.getTime(), [task])
  }
  const times = new Map<DeliveryJob, number | undefined>()
  for (const [time, together] of byTime) for (const job of jobsOf(together)) times.set(job, time)
  await jobs.sendAll(tx, deliveryJob, [...times.keys()], (job) => {
    const time = times.get(job)
    return { ...inGroup(job), startAfter: time === undefined ? undefined : new Date(time) }
  })
}

/** Jobs of one subscription are a group, so that they can be left in the queue while it has enough to do. */
const inGroup = ({ subscription_id }: DeliveryJob) => ({ group: { id: String(subscription_id) } })

/** Options of tasks that somebody requested: they wait behind those of new events. */
export const AFTER_NEW_EVENTS = { priority: -1 }
