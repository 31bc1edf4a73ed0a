import { countEntries } from '../../src/platform/jobs/queue-queries.ts'
import type { Question } from '../../src/platform/metrics/database-values.ts'
import { deliveryJob } from './delivery-task.ts'

/** How many jobs are read for the metric: some 15 ms of the database's time. */
const MOST_READ = 10_000

/** Each pending delivery is in a job, so the queue stands for them: the table of deliveries is too large. */
export const pendingDeliveries = (queueSchema: string, mostRead = MOST_READ): Question => ({
  name: 'sos_webhook_deliveries_pending',
  help: `Deliveries that wait for their next attempt; about so many, or more, when they are in more than ${mostRead} jobs`,
  type: 'gauge',
  labels: [],
  sql: countEntries(queueSchema, deliveryJob.name, 'deliveries', mostRead),
})
