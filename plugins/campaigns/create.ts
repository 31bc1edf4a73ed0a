import { httpErrors } from '@fastify/sensible'
import { audit } from '../../src/platform/database/audit.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { requireOrder, requireWarehouses, todayOf } from './checks.ts'
import { insertCampaign } from './queries.ts'
import type { createSchema } from './schemas.ts'
import { openStatus, statusProblem } from './states.ts'

export const createCampaign: Handler<typeof createSchema> = async (request) => {
  const { body, actor, server } = request
  const today = todayOf(server)
  requireOrder(body)
  const problem = body.status && statusProblem(body.status, body, today)
  if (problem) throw httpErrors.badRequest(problem)
  const { created_by = actor.username, status = openStatus(body, today) } = body
  return change(request, async (tx) => {
    await requireWarehouses(tx, body.warehouses)
    const after = await insertCampaign(tx, { ...body, created_by, status })
    await audit(tx, request, { action: 'campaign.created', entity: 'campaign', entity_id: after.id, after })
    return { success: true, id: after.id }
  })
}
