import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '../database/database.ts'
import { COUNT_ALIVE, type JobsStatus, type QueueSql, readAttempts, readStatus } from './queue-queries.ts'

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

/** What the queue says of a worker that did not come back, and of one that took too long. */
const SAYS: { [message: string]: string } = {
  'job heartbeat timeout': 'The worker that did it died or stopped answering',
  'job timed out': 'It took longer than a job may take',
}
const LONGEST = 500

/**
 * How the jobs of these queues go whose data holds `about`, taken together: how often the job was begun that was begun most
 * often, why the last attempt failed that did, in one sentence, and when a job that failed is begun again. The queue
 * forgets a job a day after its end.
 */
export async function attemptsOf(db: QueueSql, queues: string[], about: object) {
  const { message, ...attempts } = await readAttempts(db, queues, about)
  return { ...attempts, last_error: message === null ? null : sentenceOf(message) }
}

export type Attempts = Awaited<ReturnType<typeof attemptsOf>>

/** The first line of an error as a sentence. */
function sentenceOf(message: string) {
  const line = (SAYS[message] ?? message.split('\n', 1)[0] ?? '').trim().slice(0, LONGEST)
  return /[.!?…]$/.test(line) ? line : `${line}.`
}
