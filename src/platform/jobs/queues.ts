import type { PgBoss, Queue, QueueResult } from 'pg-boss'
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

/** A queue of a family. Its jobs are delivered however long that takes, and forgotten soon afterwards. */
export const FAMILY_QUEUE = {
  ...QUEUE_DEFAULTS,
  retryLimit: 1_000_000,
  warningQueueSize: 1_000_000,
  expireInSeconds: 23 * 3600, // a job may wait for its turn while others are under way; heartbeats tell of a death
  retentionSeconds: 366 * 24 * 3600,
  deleteAfterSeconds: 60,
} as const satisfies Omit<Queue, 'name'>

/** How the queue of a job is made. */
export const queueOf = (job: Job) => ({ ...QUEUE_DEFAULTS, ...job.queue })

/** Makes a queue, or gives the one that was made, maybe by another release, the options that it has otherwise. */
export async function makeQueue(
  boss: PgBoss,
  name: string,
  options: Omit<Queue, 'name'>,
  made: QueueResult | undefined,
) {
  if (!made) return boss.createQueue(name, options)
  const changes = Object.entries(options).filter(
    ([option, value]) => made[option as keyof QueueResult] !== value,
  )
  if (changes.length > 0) await boss.updateQueue(name, Object.fromEntries(changes))
}
