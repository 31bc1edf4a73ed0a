import { httpErrors } from '@fastify/sensible'
import { audit } from '../../src/platform/database/audit.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { findCampaign } from './campaign-lookup.ts'
import { requireOrder, requireWarehouses, todayOf } from './checks.ts'
import { changeCampaign, lockCampaign } from './queries.ts'
import type { Campaign, CampaignStatus, cancelSchema, updateSchema } from './schemas.ts'
import { isClosed, openStatus, statusProblem } from './states.ts'

export const updateCampaign: Handler<typeof updateSchema> = async (request) => {
  const { body, params, server } = request
  const { id } = await findCampaign(request, params.id)
  return change(request, async (tx) => {
    const before = await lockCampaign(tx, id)
    if (isClosed(before.status) && Object.keys(body).every((field) => field === 'status'))
      return requireSame(before.status, body.status)
    requireOpen(before)
    requireOrder({ ...before, ...body })
    await requireWarehouses(tx, body.warehouses)
    const status = nextStatus({ ...before, ...body }, body.status, todayOf(server))
    const after = await changeCampaign(tx, id, { ...body, status })
    const action = status === 'cancelled' ? 'campaign.cancelled' : 'campaign.updated'
    await audit(tx, request, { action, entity: 'campaign', entity_id: id, before, after })
    return { success: true }
  })
}

export const cancelCampaign: Handler<typeof cancelSchema> = async (request) => {
  const { id } = await findCampaign(request, request.params.id)
  return change(request, async (tx) => {
    const before = await lockCampaign(tx, id)
    if (before.status === 'cancelled') return { success: true }
    requireOpen(before)
    const after = await changeCampaign(tx, id, { status: 'cancelled' })
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

/** @throws 409 */
function requireOpen({ campaign_code, status }: Campaign) {
  if (isClosed(status))
    throw httpErrors.conflict(`The campaign ${campaign_code} is ${status}, which is closed to changes.`)
}

/** Naming the state that a closed campaign is in changes nothing. @throws 409 for another one */
function requireSame(status: CampaignStatus, asked: CampaignStatus | undefined) {
  if (asked !== status)
    throw httpErrors.conflict(`status can't become ${asked}: this campaign is ${status}, which is final`)
  return { success: true as const }
}

/** The state of an open campaign after a change. @throws 409 for one that its dates don't allow */
function nextStatus(dates: Campaign, asked: CampaignStatus | undefined, today: string): CampaignStatus {
  const problem = asked && statusProblem(asked, dates, today)
  if (problem) throw httpErrors.conflict(problem)
  return asked ?? openStatus(dates, today)
}
