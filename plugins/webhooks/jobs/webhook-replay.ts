import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { AFTER_NEW_EVENTS, sendTasks } from '../delivery-job.ts'
import { requestDeliveries } from '../delivery-queries.ts'
import { eventsInRange, Range } from '../replay-queries.ts'

const EVENTS_AT_ONCE = 1_000

/**
 * Asks for one stretch of past events to be delivered again, and sends itself for the next, so that no transaction
 * grows with the range. `after` is the last event row that is done. When a run is repeated because its process died
 * between its transaction and the end of its job, events of a stretch are sent twice, with the same `webhook-id`.
 */
export const webhookReplay = defineJob({
  name: 'webhook-replay',
  data: Range,
  handler: (app, range) =>
    app.db.transaction(async (tx) => {
      const events = await eventsInRange(tx, range, EVENTS_AT_ONCE)
      await sendTasks(
        app.jobs,
        tx,
        await requestDeliveries(tx, range.subscription_id, events, 'replay'),
        AFTER_NEW_EVENTS,
      )
      const after = events.at(-1)
      if (events.length === EVENTS_AT_ONCE && after !== undefined)
        await app.jobs.send(tx, webhookReplay, { ...range, after })
    }, JOB_TRANSACTION),
})
