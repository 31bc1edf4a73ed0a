import type { Question } from '../../../src/platform/metrics/database-values.ts'

/** How the runs stand. */
export const RUN_QUESTIONS: Question[] = [
  {
    name: 'sos_runs',
    help: 'Scoring runs by state: queued, running, completed or failed',
    type: 'gauge',
    labels: ['state'],
    sql: `
      select array[state] as labels, count(r.id) as value
      from unnest('{queued,running,completed,failed}'::text[]) state left join scoring_runs r on r.status = state
      group by state`,
  },
  {
    name: 'sos_runs_oldest_open_age_seconds',
    help: 'How long ago the oldest run was asked for that is not finished; 0 without one',
    type: 'gauge',
    labels: [],
    sql: `
      select '{}'::text[] as labels,
             coalesce(greatest(extract(epoch from clock_timestamp() - min(created_at)), 0), 0) as value
      from scoring_runs where status in ('queued', 'running')`,
  },
]
