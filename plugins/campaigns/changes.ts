import { httpErrors } from '@fastify/sensible'
import type { FastifyInstance } from 'fastify'
import { dateOf } from '../../src/domain/business-time.ts'
import { audit } from '../../src/platform/database/audit.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { findCampaign } from './campaign-lookup.ts'
import { changeCampaign, insertCampaign, lockCampaign, unknownWarehouses } from './queries.ts'
import type { Campaign, CampaignStatus, cancelSchema, createSchema, updateSchema } from './schemas.ts'
import { isClosed, openStatus, statusProblem } from './states.ts'

const todayOf = ({ env }: FastifyInstance) => dateOf(new Date(), env.BUSINESS_TIMEZONE)

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

/** @throws 400 */
function requireOrder({ start_date, end_date }: Pick<Campaign, 'start_date' | 'end_date'>) {
  if (end_date < start_date) throw httpErrors.badRequest('end_date must not be before start_date')
}

/** @throws 400 that names the first text that is no warehouse's id */
async function requireWarehouses(tx: Tx, warehouses: string[] = []) {
  const repeated = warehouses.find((id, index) => warehouses.indexOf(id) < index)
  if (repeated !== undefined) throw httpErrors.badRequest(`warehouses names ${repeated} twice`)
  const [unknown] = warehouses.length > 0 ? await unknownWarehouses(tx, warehouses) : []
  if (unknown !== undefined) throw httpErrors.badRequest(`warehouses names no known warehouse: ${unknown}`)
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
