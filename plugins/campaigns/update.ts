import { isDeepStrictEqual } from 'node:util'
import { audit } from '../../src/platform/database/audit.ts'
import { requireMatch } from '../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { badRequest } from '../../src/platform/http/problems.ts'
import { findCampaign } from './campaign-lookup.ts'
import { requireOrder, todayOf, warehouseIds } from './checks.ts'
import { changeCampaign, lockCampaign } from './queries.ts'
import type { CampaignChanges, cancelSchema, updateSchema } from './schemas.ts'
import { type CampaignState, stateByHand, stateByNewDates } from './states.ts'

export const updateCampaign: Handler<typeof updateSchema> = async (request) => {
  const { params, server } = request
  const { id: sameId, ...body } = request.body
  const { id } = await findCampaign(request, params.id)
  if (sameId !== undefined && sameId !== id)
    throw badRequest('id_mismatch', `id can't be changed: leave it out, or send ${id}`)
  return change(request, async (tx) => {
    const before = await lockCampaign(tx, id)
    await requireMatch(tx, request, 'campaigns', id)
    const named = body.warehouses && { warehouses: await warehouseIds(tx, body.warehouses) }
    const changes = differing(before, { ...body, ...named })
    if (Object.keys(changes).length === 0) return { success: true }
    const dates = { ...before, ...changes }
    requireOrder(dates)
    const { status, status_set_on } = stateAfter(before, changes, dates, todayOf(server))
    const after = await changeCampaign(tx, id, { ...changes, status, status_set_on })
    const action = changes.status === 'cancelled' ? 'campaign.cancelled' : 'campaign.updated'
    await audit(tx, request, { action, entity: 'campaign', entity_id: id, before, after })
    return { success: true }
  })
}

export const cancelCampaign: Handler<typeof cancelSchema> = async (request) => {
  const { id } = await findCampaign(request, request.params.id)
  return change(request, async (tx) => {
    const before = await lockCampaign(tx, id)
    await requireMatch(tx, request, 'campaigns', id)
    if (before.status === 'cancelled') return { success: true }
    const after = await changeCampaign(tx, id, { status: 'cancelled', status_set_on: null })
    await audit(tx, request, {
      action: 'campaign.cancelled',
      entity: 'campaign',
      entity_id: id,
      before,
      after,
    })
    return { success: true }
  })
}

/** What is sent back as it was read is no change: a status that is meant differs from the present one. */
const differing = (before: object, body: CampaignChanges): CampaignChanges =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => !isDeepStrictEqual(value, before[name as keyof typeof before]),
    ),
  )

function stateAfter(
  before: CampaignState,
  { status, start_date, end_date }: CampaignChanges,
  dates: { start_date: string; end_date: string },
  today: string,
): CampaignState {
  if (status) return stateByHand(status, dates, today)
  return start_date || end_date ? stateByNewDates(before, dates, today) : before
}
