import { eventFanOut } from '../../../src/domain/events/fan-out.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { sendTasks } from '../delivery-job.ts'
import { newDeliveries } from '../delivery-queries.ts'

/**
 * Makes a delivery for every active subscription that wants one of the events, and their jobs, all in one transaction.
 * It may run twice: subscription and event are unique together, and only a new row gets a job. `count` hears how many
 * events have their deliveries.
 */
export const fanOut = (count: (events: number) => void = () => {}) =>
  defineJob({
    ...eventFanOut,
    queue: { retryLimit: 1_000 },
    work: { localConcurrency: 2 },
    async handler(app, { events }) {
      await app.db.bulkTransaction(
        async (tx) => sendTasks(app.jobs, tx, await newDeliveries(tx, events)),
        JOB_TRANSACTION,
      )
      count(events.length)
    },
  })
