import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { todayOf } from '../../src/domain/business-time.ts'
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../src/domain/campaign-statuses.ts'
import { codeWarnings } from '../../src/domain/codes/code-warnings.ts'
import {
  differencesOf,
  pageOfRecords,
  plain,
  written,
} from '../../src/platform/database/statements/records.ts'
import { withTag } from '../../src/platform/http/answers/answer-tags.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { audit, change, requireMatch } from '../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged, withETag } from '../../src/platform/http/route.ts'
import { ChangesOf, Created, Id, pagedList, Several, severalOf } from '../../src/platform/schemas/schemas.ts'
import { findCampaign, lockCampaign, recountActuals, requireOrder, warehouseIds } from './queries.ts'
import { listActuals, listForecasts } from './results.ts'
import {
  ALIASES,
  Campaign,
  type CampaignChanges,
  CampaignType,
  fields,
  NewCampaign,
  params,
  querystring,
} from './schemas.ts'
import { campaignStates, moveDueCampaigns, stateAfter, stateByHand, statusByDates } from './states.ts'

/** Campaigns, and what sellers forecast for them and sold in them. */
export default async function plugin(app: FastifyInstance) {
  app.jobs.add(campaignStates)
  app.addHook('onReady', async () => {
    if (app.env.WORKER === 'on') await moveDueCampaigns(app, todayOf(app)) // no worker may have been up last night
  })
  const changes = [createCampaign, updateCampaign, cancelCampaign]
  for (const route of [listCampaigns, getCampaign, ...changes, listForecasts, listActuals]) app.route(route)
}

const listCampaigns = endpoint('GET', '/api/campaigns', 'campaigns.read', {
  operationId: 'listCampaigns',
  summary: 'List campaigns',
  description:
    'Latest start first, cancelled ones included. A warehouse user sees those in which the own warehouse takes part.',
  ...pagedList(Campaign, {
    status: Type.Optional(Several(CAMPAIGN_STATUSES, { description: 'Campaigns in this state' })),
    type: Type.Optional(CampaignType({ description: 'Campaigns of this campaign_type' })),
  }),
})(({ server: { db }, scope: { warehouse_id }, query }) => {
  const takesPart = [{ warehouses: { isEmpty: true } }, { warehouses: { has: String(warehouse_id) } }]
  const where = {
    status: { in: severalOf<CampaignStatus>(query.status) },
    campaign_type: query.type,
    OR: warehouse_id === null ? undefined : takesPart,
  }
  const orderBy = [{ start_date: 'desc' as const }, { id: 'desc' as const }]
  return pageOfRecords(
    query,
    (rows) => db.prisma.campaign.findMany({ where, orderBy, ...rows }),
    db.prisma.campaign.count({ where }),
    (campaign) => plain(campaign) as Campaign,
  )
})

const getCampaign = endpoint('GET', '/api/campaigns/:id', 'campaigns.read', {
  operationId: 'getCampaign',
  summary: 'One campaign',
  params,
  querystring,
  response: { 200: withETag(Campaign) },
})(async (request, reply) => {
  const { id } = await findCampaign(request, request.params.id)
  const read = () => findCampaign(request, String(id), 'id')
  return withTag(reply, request.server.db, 'campaigns', { id }, read)
})

const createCampaign = endpoint('POST', '/api/campaigns', 'campaigns.write', {
  operationId: 'createCampaign',
  summary: 'Create a campaign',
  description:
    'It is upcoming before its first day, active from then on, and completed after its last day, at once when it is entered later.',
  body: NewCampaign,
  aliases: ALIASES,
  response: { 200: Created },
})(async (request) => {
  const { body, actor, server } = request
  const today = todayOf(server)
  requireOrder(body)
  const { created_by = actor.username, status = statusByDates(body, today) } = body
  return change(request, async (tx) => {
    // A list that is left out would be stored as null.
    const warehouses = await warehouseIds(tx, body.warehouses ?? [])
    const data = written({ ...body, warehouses, created_by, ...stateByHand(status, body, today) })
    const after = plain(await tx.prisma.campaign.create({ data }))
    await audit(tx, request, { action: 'campaign.created', entity_id: after.id, after })
    const warned = await codeWarnings(tx, 'campaign', after.id, after.campaign_code)
    return { success: true, id: after.id, ...warned }
  })
})

const updateCampaign = endpoint('PATCH', '/api/campaigns/:id', 'campaigns.write', {
  operationId: 'updateCampaign',
  summary: 'Change a campaign',
  description:
    'Fields that are not sent stay as they are; the record may be sent back whole. The status follows a change of the dates, but one that was set by hand only gives way to a later one. A final score keeps what it used.',
  params,
  querystring,
  ...ifUnchanged,
  body: ChangesOf({ id: Type.Optional(Id()), ...fields }, Campaign),
  aliases: ALIASES,
})(async (request) => {
  const { id: sameId, ...body } = request.body
  const { id } = await findCampaign(request, request.params.id)
  if (sameId !== undefined && sameId !== id)
    throw badRequest('id_mismatch', `id can't be changed: leave it out, or send ${id}`)
  return changeCampaign(request, id, body)
})

/** What is sent back as it was read is no change: a status that is meant differs from the present one. */
const changeCampaign = (request: FastifyRequest, id: number, body: CampaignChanges) =>
  change(request, async (tx) => {
    const before = await lockCampaign(tx, id)
    await requireMatch(tx, request, 'campaigns', id)
    const named = body.warehouses && { warehouses: await warehouseIds(tx, body.warehouses) }
    const changes = differencesOf(before, { ...body, ...named })
    if (Object.keys(changes).length === 0) return { success: true as const }
    const dates = { ...before, ...changes }
    requireOrder(dates)
    const { env } = request.server
    const { status, status_set_on } = stateAfter(before, changes, dates, todayOf(request.server))
    const data = written({ ...changes, status, status_set_on })
    const after = plain(await tx.prisma.campaign.update({ where: { id }, data }))
    const action = changes.status === 'cancelled' ? 'campaign.cancelled' : 'campaign.updated'
    await audit(tx, request, { action, entity: 'campaign', entity_id: id, before, after })
    if (changes.end_date)
      await recountActuals(tx, id, before.end_date, changes.end_date, env.BUSINESS_TIMEZONE)
    if (changes.campaign_code === undefined) return { success: true as const }
    return { success: true as const, ...(await codeWarnings(tx, 'campaign', id, after.campaign_code)) }
  })

const cancelCampaign = endpoint('DELETE', '/api/campaigns/:id', 'campaigns.write', {
  config: { conflicts: false },
  operationId: 'cancelCampaign',
  summary: 'Cancel a campaign',
  description:
    'From any state, completed too. The record is kept as cancelled, stays in the list, and no longer counts in scores that are calculated from then on; a final score keeps what it used. Cancelling it again changes nothing.',
  params,
  querystring,
  ...ifUnchanged,
})(async (request) => {
  const { id } = await findCampaign(request, request.params.id)
  return changeCampaign(request, id, { status: 'cancelled' })
})
