import { type WrittenEvent, writeEvents } from '../../src/domain/events/write-events.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { audit, change } from '../../src/platform/http/requests/change.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { sendTasks } from './delivery-job.ts'
import { requestDeliveries } from './delivery-queries.ts'
import { countEvents, webhookReplay } from './jobs/webhook-replay.ts'
import { lockSubscription } from './queries.ts'
import type { replayRoute, testRoute } from './replay-schemas.ts'
import { ENTITY, found } from './subscriptions.ts'

export const replay: Handler<typeof replayRoute> = async (request) => {
  const { id } = request.params
  const {
    since,
    until = request.server.clock.now().toISOString(),
    event_types = null,
    only_failed,
    dry_run,
  } = request.body
  if (Date.parse(until) <= Date.parse(since))
    throw badRequest('end_before_start', 'until must be later than since')
  const range = { subscription_id: id, since, until, event_types, only_failed, after: 0 }
  return change(request, async (tx) => {
    found(await lockSubscription(tx, id), id)
    const events = await countEvents(tx, range)
    if (dry_run) return { success: true as const, events }
    await request.server.jobs.send(tx, webhookReplay, range)
    const after = { since, until, event_types, only_failed, events }
    await audit(tx, request, { action: 'webhook.replayed', entity: ENTITY, entity_id: id, after })
    return { success: true as const, events }
  })
}

/** Sends a ping to one subscription. */
export const testSubscription: Handler<typeof testRoute> = (request) =>
  change(request, async (tx) => {
    const { id } = request.params
    const { name } = found(await lockSubscription(tx, id), id)
    const data = { subscription: { id, name }, message: 'This is a test.' }
    const [ping] = await writeEvents(tx, [{ type: 'webhook.ping', seller_id: null, data }])
    const { id: event, event_id } = ping as WrittenEvent
    await sendTasks(request.server.jobs, tx, await requestDeliveries(tx, id, [event], 'test'))
    await audit(tx, request, { action: 'webhook.tested', entity: ENTITY, entity_id: id, after: { event_id } })
    return { success: true as const, event_id }
  })
