import type { ConstructorOptions, PgBoss, Queue, QueueResult } from 'pg-boss'
import { beginSession, WireClient } from '../database/connect/session.ts'
import type { Database } from '../database/database.ts'
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

/** Its locks are held while it makes its tables. */
const BOUNDS = { statementMs: 30_000, lockMs: 30_000 }

/**
 * The connections of the queue, which pg-boss opens: four, and one that listens. It hands all
 * of this to node-postgres as it is, and would wait for ever by itself.
 */
export const queueConnections = ({ connectionString }: Database) =>
  ({
    connectionString,
    application_name: 'seller-operating-score jobs',
    max: 4,
    connectionTimeoutMillis: 5_000,
    query_timeout: BOUNDS.statementMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    Client: WireClient,
    onConnect: (client: WireClient) => beginSession(client, BOUNDS),
    useListenNotify: true,
  }) as ConstructorOptions
