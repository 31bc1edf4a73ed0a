import { type QueueSql, readAttempts } from './queue-queries.ts'

/** How the jobs of one thing go, taken together. */
export interface Attempts {
  /** How often the job was begun that was begun most often. */
  attempts: number
  /** Why the last attempt failed that did, in one sentence. */
  last_error: string | null
  /** When a job that failed is begun again. */
  next_try_at: string | null
}

/** What the queue says of a worker that did not come back, and of one that took too long. */
const SAYS: { [message: string]: string } = {
  'job heartbeat timeout': 'The worker that did it died or stopped answering',
  'job timed out': 'It took longer than a job may take',
}
const LONGEST = 500

/** How the jobs of these queues go whose data holds `about`. The queue forgets a job a day after its end. */
export async function attemptsOf(db: QueueSql, queues: string[], about: object): Promise<Attempts> {
  const { message, ...attempts } = await readAttempts(db, queues, about)
  return { ...attempts, last_error: message === null ? null : sentenceOf(message) }
}

/** The first line of an error as a sentence. */
function sentenceOf(message: string) {
  const line = (SAYS[message] ?? message.split('\n', 1)[0] ?? '').trim().slice(0, LONGEST)
  return /[.!?…]$/.test(line) ? line : `${line}.`
}
