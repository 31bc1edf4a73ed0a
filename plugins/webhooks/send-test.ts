import { type WrittenEvent, writeEvents } from '../../src/domain/events/write-events.ts'
import { audit } from '../../src/platform/database/audit.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { requestDeliveries } from './delivery-queries.ts'
import { sendTasks } from './delivery-task.ts'
import { lockSubscription } from './queries.ts'
import type { testSchema } from './replay-schemas.ts'
import { ENTITY, found } from './subscriptions.ts'

/** Sends a ping to one subscription. */
export const testSubscription: Handler<typeof testSchema> = (request) =>
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
