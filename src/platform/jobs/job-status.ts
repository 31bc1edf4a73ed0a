import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '../database/database.ts'
import { COUNT_ALIVE, type JobsStatus, type QueueSql, readStatus } from './queue-queries.ts'

const FRESH_MS = 5_000
const PATIENCE_MS = 1_000

/**
 * Reads the status once in five seconds, however many ask. Answers within a second: with the one of before when the
 * database takes longer, or undefined when there is none.
 */
export function watchJobs(db: QueueSql, scheduled: () => string[]) {
  let known: JobsStatus | undefined
  let readAt = -Infinity
  let reading: Promise<void> | undefined

  async function read() {
    known = await readStatus(db, scheduled())
    readAt = performance.now()
  }
  return async (): Promise<JobsStatus | undefined> => {
    if (performance.now() - readAt < FRESH_MS) return known
    reading ??= read()
      .catch(() => {}) // the database says no more than nothing; readiness tells why
      .finally(() => {
        reading = undefined
      })
    await Promise.race([reading, delay(PATIENCE_MS, undefined, { ref: false })])
    return known
  }
}

/** The message shown while no worker is alive. */
export const NO_WORKER =
  'No worker is alive: start one with npm run worker, or a server with WORKER=on; it takes the run at once.'

/** Whether any process that does jobs is alive. */
export const isAnyWorkerAlive = async (db: Sql): Promise<boolean> => (await db.value<number>(COUNT_ALIVE)) > 0
