import type { Database, Sql } from '../database/database.ts'
import type { Question } from '../metrics/metrics.ts'

// Every statement that reads or writes the tables of pg-boss, which are its own and may change with its release. Its
// API has no call for them: `findJobs` gives whole jobs of one queue where counts over several are asked for, and metrics
// ask in one statement for all.
// test/platform/jobs/queue-tables.test.ts holds what they rely on and the release; read what a new release says of its
// schema before you change the pin.

export type QueueSql = Sql & Pick<Database, 'queueSchema'>

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

/** How many processes do jobs and have said so lately: who has missed three beats (workers.ts) is not alive. */
const COUNT_ALIVE = `
  select count(*) from worker_heartbeats where seen_at > clock_timestamp() - interval '45 seconds'`

/** Each queue, with the time since when its oldest job is due that nobody has taken; null without one. */
const oldestDue = (schema: string) => `
  ${schema}.queue q cross join lateral (
    select min(start_after) as due from ${schema}.job j
    where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= clock_timestamp()) oldest`

/** How the jobs of all processes are. */
export interface JobsStatus {
  /** Processes that do jobs and were alive within the last 45 seconds. */
  workers_alive: number
  /** Jobs that are due and that nobody has taken, as the queue counts them every few seconds. */
  jobs_waiting: number
  /** For how long the oldest of them has been due. */
  oldest_waiting_seconds: number
  /** When the jobs that come by a schedule have last ended well; null when they never have. */
  scheduled_jobs: { name: string; last_ran_at: string | null }[]
  /** How many migrations the database has, and the newest of them. */
  migrations: { applied: number; latest: string | null }
}

export const readStatus = (db: QueueSql, scheduled: string[]) =>
  db.one<JobsStatus>(
    `select
       (${COUNT_ALIVE})::int as workers_alive,
       (select coalesce(sum(ready_count), 0)::int from ${db.queueSchema}.queue) as jobs_waiting,
       (select greatest(0, coalesce(extract(epoch from clock_timestamp() - min(due)), 0))::float8
        from ${oldestDue(db.queueSchema)} where ${NO_FAMILY}
       ) as oldest_waiting_seconds,
       (select coalesce(json_agg(json_build_object('name', name, 'last_ran_at',
                 to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by name), '[]')
        from unnest($1::text[]) as name left join service_state s on s.key = $2 || name) as scheduled_jobs,
       (select json_build_object('applied', count(*), 'latest', max(migration_name))
        from _prisma_migrations where finished_at is not null) as migrations`,
    [scheduled, LAST_RUN],
  )

/** How often the jobs of these queues were begun whose data holds `about`, and how they go on. */
export const readAttempts = (db: QueueSql, queues: string[], about: object) =>
  db.one<{ attempts: number; message: string | null; next_try_at: string | null }>(
    `with job as (
       select state, start_after, case when started_on is null then 0 else retry_count + 1 end as attempts,
              coalesce(output ->> 'message', output -> 'value' ->> 'message') as message,
              case when state in ('retry', 'active', 'failed') then coalesce(completed_on, started_on) end as at
       from ${db.queueSchema}.job where name = any($1::text[]) and data @> $2::jsonb
     )
     select coalesce(max(attempts), 0) as attempts,
            (array_agg(message order by at desc) filter (where message is not null and at is not null))[1] as message,
            min(start_after) filter (where state = 'retry') as next_try_at
     from job`,
    [queues, JSON.stringify(about)],
  )

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

/** How many jobs of a family have not ended, by the queue's own counts. */
export const countJobs = (queueSchema: string, family: string) => `
  select '{}'::text[] as labels, coalesce(sum(ready_count + deferred_count + active_count), 0) as value
  from ${queueSchema}.queue where ${KIND} = '${family}' and not ${NO_FAMILY}`

/**
 * Who does jobs, the queue's own counts, a few seconds old, and the jobs that should have begun. `schema` is the
 * queue's.
 */
export const queueQuestions = (schema: string): Question[] => [
  {
    name: 'sos_workers_alive',
    help: 'Processes that do jobs and have said so within the last 45 seconds',
    type: 'gauge',
    labels: [],
    sql: `select '{}'::text[] as labels, (${COUNT_ALIVE}) as value`,
  },
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
