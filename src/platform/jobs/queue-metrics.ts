import type { Question } from '../metrics/database-values.ts'

/** Where a job that comes by a schedule says when it last ended well, in service_state. */
export const LAST_RUN = 'last-run:'

/** The queue's own counts, a few seconds old, and the jobs that should have begun. */
export const QUEUE_QUESTIONS: Question[] = [
  {
    name: 'sos_queue_jobs',
    help: 'Jobs by queue and state: ready (due), deferred (due later), active or failed',
    type: 'gauge',
    labels: ['queue', 'state'],
    sql: `
      select array[name, state] as labels, value
      from pgboss.queue, lateral (values
        ('ready', ready_count), ('deferred', deferred_count), ('active', active_count), ('failed', failed_count)
      ) as counted(state, value)
      where name not like '\\_\\_pgboss%'`,
  },
  {
    name: 'sos_queue_oldest_job_age_seconds',
    help: 'For how long the oldest job has been due that nobody has taken; 0 without one',
    type: 'gauge',
    labels: ['queue'],
    sql: `
      select array[q.name] as labels,
             coalesce(extract(epoch from clock_timestamp() - oldest.due), 0) as value
      from pgboss.queue q left join lateral (
        select min(start_after) as due from pgboss.job j
        where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= clock_timestamp()
      ) oldest on true
      where q.name not like '\\_\\_pgboss%'`,
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
