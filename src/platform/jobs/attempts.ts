import type { Sql } from '../database/database.ts'

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
export async function attemptsOf(db: Sql, queues: string[], about: object): Promise<Attempts> {
  const { attempts, message, next_try_at } = await db.one<
    Omit<Attempts, 'last_error'> & { message: string | null }
  >(
    `with job as (
       select state, start_after, case when started_on is null then 0 else retry_count + 1 end as attempts,
              coalesce(output ->> 'message', output -> 'value' ->> 'message') as message,
              case when state in ('retry', 'active', 'failed') then coalesce(completed_on, started_on) end as at
       from pgboss.job where name = any($1::text[]) and data @> $2::jsonb
     )
     select coalesce(max(attempts), 0) as attempts,
            (array_agg(message order by at desc) filter (where message is not null and at is not null))[1] as message,
            min(start_after) filter (where state = 'retry') as next_try_at
     from job`,
    [queues, JSON.stringify(about)],
  )
  return { attempts, last_error: message === null ? null : sentenceOf(message), next_try_at }
}

/** The first line of an error as a sentence. */
function sentenceOf(message: string) {
  const line = (SAYS[message] ?? message.split('\n', 1)[0] ?? '').trim().slice(0, LONGEST)
  return /[.!?…]$/.test(line) ? line : `${line}.`
}
