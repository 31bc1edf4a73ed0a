import { audit } from '../../src/platform/database/audit.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { badRequest } from '../../src/platform/http/problems.ts'
import { webhookReplay } from './jobs/webhook-replay.ts'
import { lockSubscription } from './queries.ts'
import { countEvents } from './replay-queries.ts'
import type { replaySchema } from './replay-schemas.ts'
import { ENTITY, found } from './subscriptions.ts'

export const replay: Handler<typeof replaySchema> = async (request) => {
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
