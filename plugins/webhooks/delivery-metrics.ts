import type { Question } from '../../src/platform/metrics/database-values.ts'
import { deliveryJob } from './delivery-task.ts'

/** Each pending delivery is in a job, so the queue stands for them: the table of deliveries is too large. */
export const pendingDeliveries = (queueSchema: string): Question => ({
  name: 'sos_webhook_deliveries_pending',
  help: 'Deliveries that wait for their next attempt',
  type: 'gauge',
  labels: [],
  sql: `
    select '{}'::text[] as labels, coalesce(sum(jsonb_array_length(data -> 'deliveries')), 0) as value
    from ${queueSchema}.job where name = '${deliveryJob.name}'`,
})
