import type { Question } from '../../src/platform/metrics/database-values.ts'
import { deliveryJob } from './delivery-task.ts'

/** How many jobs are read for the metric: some 15 ms of the database's time. */
const MOST_READ = 10_000

/**
 * Each pending delivery is in a job, so the queue stands for them: the table of deliveries is too large. Beyond
 * `mostRead` jobs each counts as one delivery, so that a backlog is not read at each scrape, by the queue's own count,
 * which is some seconds old.
 */
export const pendingDeliveries = (queueSchema: string, mostRead = MOST_READ): Question => ({
  name: 'sos_webhook_deliveries_pending',
  help: `Deliveries that wait for their next attempt; about so many, or more, when they are in more than ${mostRead} jobs`,
  type: 'gauge',
  labels: [],
  sql: `
    select '{}'::text[] as labels,
           coalesce(sum(jsonb_array_length(data -> 'deliveries')), 0) + case when count(*) = ${mostRead} then (
             select greatest(0, ready_count + deferred_count + active_count - ${mostRead})
             from ${queueSchema}.queue where name = '${deliveryJob.name}') else 0 end as value
    from (select data from ${queueSchema}.job where name = '${deliveryJob.name}' limit ${mostRead}) job`,
})
