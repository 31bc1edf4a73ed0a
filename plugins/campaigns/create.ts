import { audit } from '../../src/platform/database/audit.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { requireOrder, todayOf, warehouseIds } from './checks.ts'
import { codeWarnings } from './code-warnings.ts'
import { insertCampaign } from './queries.ts'
import type { createSchema } from './schemas.ts'
import { stateByHand, statusByDates } from './states.ts'

export const createCampaign: Handler<typeof createSchema> = async (request) => {
  const { body, actor, server } = request
  const today = todayOf(server)
  requireOrder(body)
  const { created_by = actor.username, status = statusByDates(body, today) } = body
  return change(request, async (tx) => {
    // A list that is left out would be stored as null.
    const warehouses = await warehouseIds(tx, body.warehouses ?? [])
    const state = stateByHand(status, body, today)
    const after = await insertCampaign(tx, { ...body, warehouses, created_by, ...state })
    await audit(tx, request, { action: 'campaign.created', entity: 'campaign', entity_id: after.id, after })
    return { success: true, id: after.id, ...(await codeWarnings(tx, after)) }
  })
}
