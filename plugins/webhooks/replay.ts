import { httpErrors } from '@fastify/sensible'
import { type WrittenEvent, writeEvents } from '../../src/domain/events/write-events.ts'
import { audit } from '../../src/platform/database/audit.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { askFor } from './deliveries.sql.ts'
import { arrivals, attemptsMade, backlog, type Health, oldestPending } from './health.sql.ts'
import { deliveryJob, grouped } from './jobs/delivery-job.ts'
import { webhookReplay } from './jobs/webhook-replay.ts'
import { findSubscription, lockSubscription } from './queries.ts'
import { countEvents } from './replay.sql.ts'
import type { healthSchema, replaySchema, testSchema } from './replay-schemas.ts'
import { shown } from './subscription-row.ts'
import { found } from './subscriptions.ts'

const ENTITY = 'webhook_subscription'
const DAY_MS = 24 * 60 * 60 * 1000

export const testSubscription: Handler<typeof testSchema> = (request) =>
  change(request, async (tx) => {
    const { id } = request.params
    const { name } = found(await lockSubscription(tx, id), id)
    const data = { subscription: { id, name }, message: 'This is a test.' }
    const [ping] = await writeEvents(tx, [{ type: 'webhook.ping', seller_id: null, data }])
    const { id: event, event_id } = ping as WrittenEvent
    await request.server.jobs.sendAll(tx, deliveryJob, await askFor(tx, id, [event], 'test'), grouped)
    await audit(tx, request, { action: 'webhook.tested', entity: ENTITY, entity_id: id, after: { event_id } })
    return { success: true as const, event_id }
  })

export const replay: Handler<typeof replaySchema> = async (request) => {
  const { id } = request.params
  const { since, until = new Date().toISOString(), event_types = null, only_failed } = request.body
  if (Date.parse(until) <= Date.parse(since)) throw httpErrors.badRequest('until must be later than since')
  const range = { subscription_id: id, since, until, event_types, only_failed, after: 0 }
  return change(request, async (tx) => {
    found(await lockSubscription(tx, id), id)
    const events = await countEvents(tx, range)
    await request.server.jobs.send(tx, webhookReplay, range)
    const after = { since, until, event_types, only_failed, events }
    await audit(tx, request, { action: 'webhook.replayed', entity: ENTITY, entity_id: id, after })
    return { success: true as const, events }
  })
}

export const health: Handler<typeof healthSchema> = async ({ server, params: { id }, query }) => {
  const { db, sealing } = server
  const { to = new Date().toISOString() } = query
  const { from = new Date(Date.parse(to) - DAY_MS).toISOString() } = query
  if (Date.parse(to) <= Date.parse(from)) throw httpErrors.badRequest('to must be later than from')
  const { status, failing_since } = shown(sealing, found(await findSubscription(db, id), id))
  const [arrived, open, oldest_pending = null, attempts] = await Promise.all([
    arrivals(db, { id, from, to }),
    backlog(db, id),
    oldestPending(db, id),
    attemptsMade(db, { id, from, to }),
  ])
  return { status, from, to, failing_since, ...arrived, ...open, oldest_pending, attempts } as Health
}
