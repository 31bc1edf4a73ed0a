import { countJobs } from '../../src/platform/jobs/queue-queries.ts'
import type { Question } from '../../src/platform/metrics/database-values.ts'
import { deliveryJob } from './delivery-job.ts'

/** Each pending delivery has a job, so the queues stand for them: the table of deliveries is too large. */
export const pendingDeliveries = (queueSchema: string): Question => ({
  name: 'sos_webhook_deliveries_pending',
  help: 'Deliveries that wait for their next attempt, as the queues counted them some seconds ago',
  type: 'gauge',
  labels: [],
  sql: countJobs(queueSchema, deliveryJob.name),
})
