import type { Database, Sql } from '../database/database.ts'
import type { Question } from '../metrics/metrics.ts'

// Every statement that reads or writes the tables of pg-boss, which are its own and may change with its release. Its
// API has no call for them: `findJobs` gives whole jobs of one queue where counts over several are asked for, and metrics
// ask in one statement for all.
// test/platform/jobs/queue-tables.test.ts holds what they rely on and the release; read what a new release says of its
// schema before you change the pin.

type QueueSql = Sql & Pick<Database, 'queueSchema'>

/** Where a job that comes by a schedule says when it last ended well, in service_state. */
export const LAST_RUN = 'last-run:'

/** The kind of job of a queue: the queues of a family (job.ts) are counted together. */
const KIND = `regexp_replace(name, '-\\d+$', '')`

/** Jobs of a family wait for their thing, a slow receiver as a rule: that they wait says nothing of the workers. */
const NO_FAMILY = `name = ${KIND}`

/** Those of the queues that have no job under way. */
export const idleQueues = (db: QueueSql, names: string[]) =>
  db.column<string>(
    `select given.name from unnest($1::text[]) as given(name)
     where not exists (select from ${db.queueSchema}.job j where j.name = given.name and j.state = 'active')`,
    [names],
  )

/** Each queue, with the time since when its oldest job is due that nobody has taken; null without one. */
const oldestDue = (schema: string) => `
  ${schema}.queue q cross join lateral (
    select min(start_after) as due from ${schema}.job j
    where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= clock_timestamp()) oldest`

/**
 * How the jobs of all processes are: those that are due and that nobody has taken, as the queue counts them every few
 * seconds, and for how long the oldest of them has been due.
 */
export const readStatus = (db: QueueSql) =>
  db.one<{ jobs_waiting: number; oldest_waiting_seconds: number }>(
    `select
       (select coalesce(sum(ready_count), 0)::int from ${db.queueSchema}.queue) as jobs_waiting,
       (select greatest(0, coalesce(extract(epoch from clock_timestamp() - min(due)), 0))::float8
        from ${oldestDue(db.queueSchema)} where ${NO_FAMILY}
       ) as oldest_waiting_seconds`,
  )

/** How the jobs of a piece of work go, taken together. The queue forgets a job a day after its end. */
export interface Attempts {
  /** How often the job was begun that was begun most often. */
  attempts: number
  /** Why the last attempt failed that did: the first line of its error. */
  last_error: string | null
  /** When a job that failed is begun again. */
  next_try_at: string | null
}

/** Reads how the jobs of these queues go whose data holds `about`. */
export const readAttempts = (db: QueueSql, queues: string[], about: object) =>
  db.one<Attempts>(
    `with job as (
       select state, start_after, case when started_on is null then 0 else retry_count + 1 end as attempts,
              split_part(coalesce(output ->> 'message', output -> 'value' ->> 'message'), E'\n', 1) as message,
              case when state in ('retry', 'active', 'failed') then coalesce(completed_on, started_on) end as at
       from ${db.queueSchema}.job where name = any($1::text[]) and data @> $2::jsonb
     )
     select coalesce(max(attempts), 0) as attempts,
            (array_agg(message order by at desc) filter (where message is not null and at is not null))[1] as last_error,
            min(start_after) filter (where state = 'retry') as next_try_at
     from job`,
    [queues, JSON.stringify(about)],
  )

/** What is said of work that is queued and waits for nothing else. */
export const NOT_TAKEN =
  'No worker has taken it yet: npm run worker starts one, and so does a server with WORKER=on.'

/** How many jobs of a family have not ended, by the queue's own counts. */
export const countJobs = (queueSchema: string, family: string) => `
  select '{}'::text[] as labels, coalesce(sum(ready_count + deferred_count + active_count), 0) as value
  from ${queueSchema}.queue where ${KIND} = '${family}' and not ${NO_FAMILY}`

/** The queue's own counts, a few seconds old, and the jobs that should have begun. `schema` is the queue's. */
export const queueQuestions = (schema: string): Question[] => [
  {
    name: 'sos_queue_jobs',
    help: 'Jobs by queue and state: ready (due), deferred (due later), active or failed',
    type: 'gauge',
    labels: ['queue', 'state'],
    sql: `
      select array[${KIND}, state] as labels, sum(value) as value
      from ${schema}.queue, lateral (values
        ('ready', ready_count), ('deferred', deferred_count), ('active', active_count), ('failed', failed_count)
      ) as counted(state, value)
      where name not like '\\_\\_pgboss%' group by ${KIND}, state`,
  },
  {
    name: 'sos_queue_oldest_job_age_seconds',
    help: 'For how long the oldest job has been due that nobody has taken; 0 without one',
    type: 'gauge',
    labels: ['queue'],
    sql: `
      select array[q.name] as labels,
             coalesce(extract(epoch from clock_timestamp() - due), 0) as value
      from ${oldestDue(schema)}
      where q.name not like '\\_\\_pgboss%' and ${NO_FAMILY}`,
  },
  {
    name: 'sos_job_last_success_timestamp_seconds',
    help: 'When a job that comes by a schedule last ended well',
    type: 'gauge',
    labels: ['queue'],
    sql: `
      select array[substr(key, ${LAST_RUN.length + 1})] as labels, extract(epoch from updated_at) as value
      from service_state where key like '${LAST_RUN}%'`,
  },
]
