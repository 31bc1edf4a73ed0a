import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Sql } from '../database/database.ts'
import { ALIVE_SECONDS } from './heartbeats.ts'
import { LAST_RUN } from './queue-metrics.ts'

type QueueSql = Sql & Pick<Database, 'queueSchema'>

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

const readStatus = (db: QueueSql, scheduled: string[]) =>
  db.one<JobsStatus>(
    `select
       (select count(*)::int from worker_heartbeats
        where seen_at > clock_timestamp() - make_interval(secs => $2)) as workers_alive,
       (select coalesce(sum(ready_count), 0)::int from ${db.queueSchema}.queue) as jobs_waiting,
       (select greatest(0, coalesce(extract(epoch from clock_timestamp() - min(due)), 0))::float8
        from ${db.queueSchema}.queue q, lateral (
          select min(start_after) as due from ${db.queueSchema}.job j
          where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= clock_timestamp()) oldest
       ) as oldest_waiting_seconds,
       (select coalesce(json_agg(json_build_object('name', name, 'last_ran_at',
                 to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by name), '[]')
        from unnest($1::text[]) as name left join service_state s on s.key = $3 || name) as scheduled_jobs,
       (select json_build_object('applied', count(*), 'latest', max(migration_name))
        from _prisma_migrations where finished_at is not null) as migrations`,
    [scheduled, ALIVE_SECONDS, LAST_RUN],
  )

/** What those are told who wait while no process does jobs. */
export const NO_WORKER =
  'No worker is alive: start one with npm run worker, or a server with WORKER=on; it takes the run at once.'

/** Whether any process that does jobs is alive. */
export async function isAnyWorkerAlive(db: Sql): Promise<boolean> {
  const { alive } = await db.one<{ alive: boolean }>(
    `select exists (select from worker_heartbeats
                    where seen_at > clock_timestamp() - make_interval(secs => $1)) as alive`,
    [ALIVE_SECONDS],
  )
  return alive
}
