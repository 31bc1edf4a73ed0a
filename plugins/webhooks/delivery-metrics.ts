import type { Question } from '../../src/platform/metrics/database-values.ts'
import { deliveryJob } from './delivery-task.ts'

/** Each pending delivery has a job, so the queue's own count stands for them: the table of deliveries is too large. */
export const PENDING_DELIVERIES: Question = {
  name: 'sos_webhook_deliveries_pending',
  help: 'Deliveries that wait for their next attempt',
  type: 'gauge',
  labels: [],
  sql: `
    select '{}'::text[] as labels, coalesce(sum(ready_count + deferred_count + active_count), 0) as value
    from pgboss.queue where name = '${deliveryJob.name}'`,
}
