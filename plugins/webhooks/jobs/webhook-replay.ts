import { type Static, Type } from '@sinclair/typebox'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id, Timestamp } from '../../../src/platform/schemas/schemas.ts'
import { AFTER_NEW_EVENTS, sendTasks } from '../delivery-job.ts'
import { requestDeliveries } from '../delivery-queries.ts'

const EVENTS_AT_ONCE = 1_000

/** What a replay is of: the events of a time that a subscription wants, those after the event row `after`. */
const Range = Type.Object({
  subscription_id: Id(),
  since: Timestamp(),
  until: Timestamp(),
  event_types: Type.Union([Type.Array(Type.String()), Type.Null()]),
  only_failed: Type.Boolean(),
  after: Type.Integer(),
})
type Range = Static<typeof Range>

const read = (tx: Tx, range: Range, what: string, rest = '') =>
  tx.column<number>(
    `select ${what}
     from webhook_subscriptions s
       join events e on e.id > $6 and e.occurred_at >= $2::timestamptz and e.occurred_at < $3::timestamptz
       left join sellers seller on seller.id = e.seller_id
       left join webhook_deliveries d on d.subscription_id = s.id and d.event_id = e.id
     where s.id = $1 and s.deleted_at is null
       and webhook_wants(s.events, s.seller_codes, e.type, seller.seller_code)
       and ($4::text[] is null or e.type = any($4::text[])) and (not $5::boolean or d.status = 'failed') ${rest}`,
    [range.subscription_id, range.since, range.until, range.event_types, range.only_failed, range.after],
  )

/** How many events a range has. */
export const countEvents = async (tx: Tx, range: Range): Promise<number> =>
  (await read(tx, range, 'count(*)'))[0] as number

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
      const events = await read(tx, range, 'e.id', `order by e.id limit ${EVENTS_AT_ONCE}`)
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
