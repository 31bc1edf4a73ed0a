import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { codeWarnings } from '../../src/domain/codes/code-warnings.ts'
import { audit } from '../../src/platform/access/audit.ts'
import { differencesOf } from '../../src/platform/database/prisma/differences.ts'
import { requireMatch, withTag } from '../../src/platform/http/answers/entity-tag.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { findCampaign } from './campaign-lookup.ts'
import { campaignStates, moveDueCampaigns } from './campaign-states-job.ts'
import { requireOrder, todayOf, warehouseIds } from './checks.ts'
import { changeCampaign, insertCampaign, lockCampaign, pageOfCampaigns } from './queries.ts'
import { actualsRoute, forecastsRoute } from './result-schemas.ts'
import { listActuals, listForecasts } from './results.ts'
import {
  type CampaignChanges,
  cancelRoute,
  createRoute,
  getRoute,
  listRoute,
  updateRoute,
} from './schemas.ts'
import { type CampaignState, stateByHand, stateByNewDates, statusByDates } from './states.ts'

/** Campaigns, and what sellers forecast for them and sold in them. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.jobs.add(campaignStates)
  app.addHook('onReady', moveOnStart)
  app.route({ ...listRoute, handler: listCampaigns })
  app.route({ ...getRoute, handler: getCampaign })
  app.route({ ...createRoute, handler: createCampaign })
  app.route({ ...updateRoute, handler: updateCampaign })
  app.route({ ...cancelRoute, handler: cancelCampaign })
  app.route({ ...forecastsRoute, handler: listForecasts })
  app.route({ ...actualsRoute, handler: listActuals })

  /** Runs the job's work at startup, in case no worker was up last night. */
  async function moveOnStart() {
    if (app.env.WORKER === 'on') await moveDueCampaigns(app, todayOf(app))
  }
}

export default fp(plugin, {
  name: 'campaigns',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope', 'jobs'],
})

const listCampaigns: Handler<typeof listRoute> = ({ server, scope, query }) =>
  pageOfCampaigns(server.db, scope, query)

const getCampaign: Handler<typeof getRoute> = async (request, reply) => {
  const { id } = await findCampaign(request, request.params.id)
  const read = () => findCampaign(request, String(id), 'id')
  return withTag(reply, request.server.db, 'campaigns', { id }, read)
}

const createCampaign: Handler<typeof createRoute> = async (request) => {
  const { body, actor, server } = request
  const today = todayOf(server)
  requireOrder(body)
  const { created_by = actor.username, status = statusByDates(body, today) } = body
  return change(request, async (tx) => {
    // A list that is left out would be stored as null.
    const warehouses = await warehouseIds(tx, body.warehouses ?? [])
    const state = stateByHand(status, body, today)
    const after = await insertCampaign(tx, { ...body, warehouses, created_by, ...state })
    await audit(tx, request, { action: 'campaign.created', entity_id: after.id, after })
    return {
      success: true,
      id: after.id,
      ...(await codeWarnings(tx, 'campaign', after.id, after.campaign_code)),
    }
  })
}

const updateCampaign: Handler<typeof updateRoute> = async (request) => {
  const { params, server } = request
  const { id: sameId, ...body } = request.body
  const { id } = await findCampaign(request, params.id)
  if (sameId !== undefined && sameId !== id)
    throw badRequest('id_mismatch', `id can't be changed: leave it out, or send ${id}`)
  return change(request, async (tx) => {
    const before = await lockCampaign(tx, id)
    await requireMatch(tx, request, 'campaigns', id)
    const named = body.warehouses && { warehouses: await warehouseIds(tx, body.warehouses) }
    // What is sent back as it was read is no change: a status that is meant differs from the present one.
    const changes = differencesOf(before, { ...body, ...named })
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

const cancelCampaign: Handler<typeof cancelRoute> = async (request) => {
  const { id } = await findCampaign(request, request.params.id)
  return change(request, async (tx) => {
    const before = await lockCampaign(tx, id)
    await requireMatch(tx, request, 'campaigns', id)
    if (before.status === 'cancelled') return { success: true }
    const after = await changeCampaign(tx, id, { status: 'cancelled', status_set_on: null })
    await audit(tx, request, { action: 'campaign.cancelled', entity_id: id, before, after })
    return { success: true }
  })
}

function stateAfter(
  before: CampaignState,
  { status, start_date, end_date }: CampaignChanges,
  dates: { start_date: string; end_date: string },
  today: string,
): CampaignState {
  if (status) return stateByHand(status, dates, today)
  return start_date || end_date ? stateByNewDates(before, dates, today) : before
}
