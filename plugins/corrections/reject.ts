import { audit } from '../../src/platform/database/audit.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { keepDecision } from './approve-queries.ts'
import { endCorrection, findCorrection, lockCorrection } from './queries.ts'
import { found } from './reading.ts'
import type { decideSchemas } from './schemas.ts'
import { requireDecidable } from './second-person.ts'

/** The second person does not want it, or the first takes it back: no score changes, and the month may get another correction. */
export const rejectCorrection: Handler<typeof decideSchemas.reject> = (request) =>
  change(request, async (tx) => {
    const { actor, params, body } = request
    const before = found(await lockCorrection(tx, params.id), params.id)
    requireDecidable(before)
    await keepDecision(tx, before.id, actor.id, body?.notes ?? null)
    await endCorrection(tx, before.id, { from: ['proposed'], status: 'rejected' })
    await audit(tx, request, {
      action: 'correction.rejected',
      entity: 'correction',
      entity_id: before.id,
      before,
      after: await findCorrection(tx, before.id),
    })
    return { success: true as const }
  })
