import { type QueueSql, readAttempts } from './queue-queries.ts'

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
