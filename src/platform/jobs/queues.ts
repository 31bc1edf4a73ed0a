import type { Queue, QueueResult } from 'pg-boss'
import type { ConsumerJob } from './consumer.ts'
import type { Job } from './job.ts'

/** What every queue has unless its job says otherwise: woken by NOTIFY, a killed worker noticed by its heartbeat. */
const QUEUE_DEFAULTS = {
  notify: true,
  retryLimit: 5,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  heartbeatSeconds: 10,
  expireInSeconds: 900,
  deleteAfterSeconds: 24 * 3600,
} as const satisfies Omit<Queue, 'name'>

/**
 * A consumer deletes each job that has ended, and takes the jobs of a dead process again. They have a table of their
 * own: in a shared one, statistics of an empty queue would give bad plans for a full one.
 */
const CONSUMER_QUEUE = {
  partition: true,
  notify: false,
  retryLimit: 1_000_000,
  warningQueueSize: 1_000_000,
  retryDelay: 0,
  heartbeatSeconds: QUEUE_DEFAULTS.heartbeatSeconds,
  expireInSeconds: 23 * 3600, // a held job may have many deliveries to a slow receiver; heartbeats tell of a death
  retentionSeconds: 366 * 24 * 3600,
} as const satisfies Omit<Queue, 'name'>

export const isConsumer = (job: Job | ConsumerJob | undefined): job is ConsumerJob =>
  job !== undefined && 'open' in job

/** How the queue of a job is made. */
export const queueOf = (job: Job | ConsumerJob) =>
  isConsumer(job) ? CONSUMER_QUEUE : { ...QUEUE_DEFAULTS, ...job.queue }

/** What a queue that another release has made has otherwise; its tables stay. */
export const changesOf = (job: Job | ConsumerJob, made: QueueResult): Omit<Queue, 'name'> =>
  Object.fromEntries(
    Object.entries(queueOf(job)).filter(
      ([option, value]) => option !== 'partition' && made[option as keyof QueueResult] !== value,
    ),
  )
