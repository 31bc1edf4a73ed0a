import { decidedEvent } from '../../src/domain/appeals/appeal-events.ts'
import { audit } from '../../src/platform/database/audit.ts'
import { requireMatch } from '../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { findAppeal } from './appeal-lookup.ts'
import { lockAppeal, markWithdrawn } from './queries.ts'
import type { withdrawSchema } from './review-schemas.ts'
import { isWithdrawn, requireStatus } from './states.ts'

/** Takes a pending appeal back. */
export const withdrawAppeal: Handler<typeof withdrawSchema> = async (request) => {
  const { actor, params, server } = request
  const appeal = await findAppeal(request, params.id)
  return change(request, async (tx) => {
    const before = await lockAppeal(tx, appeal)
    await requireMatch(tx, request, 'appeals', appeal.id)
    if (isWithdrawn(before)) return { success: true }
    requireStatus(before, 'pending')
    const after = await markWithdrawn(tx, appeal, actor.id)
    await audit(tx, request, {
      action: 'appeal.withdrawn',
      entity: 'appeal',
      entity_id: appeal.id,
      before,
      after,
    })
    await server.events.publish(tx, [decidedEvent(after, before.status)])
    return { success: true }
  })
}
