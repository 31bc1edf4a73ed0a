import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { idOrCode } from '../../src/domain/id-or-code.ts'
import { scopeOf } from '../../src/domain/sellers/scope.ts'
import { withTag } from '../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { findCampaign } from './campaign-lookup.ts'
import { todayOf } from './checks.ts'
import { createCampaign } from './create.ts'
import { campaignStates, moveDueCampaigns } from './jobs/campaign-states.ts'
import { pageOfCampaigns } from './queries.ts'
import { actualsSchema, forecastsSchema } from './result-schemas.ts'
import { listActuals, listForecasts } from './results.ts'
import { cancelSchema, createSchema, getSchema, listSchema, updateSchema } from './schemas.ts'
import { cancelCampaign, updateCampaign } from './update.ts'

/** Campaigns, and what sellers forecast for them and sold in them. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.jobs.add(campaignStates)
  app.addHook('onReady', moveOnStart)
  app.route({
    method: 'GET',
    url: '/api/campaigns',
    config: { permission: 'campaigns.read' },
    schema: listSchema,
    handler: listCampaigns,
  })
  app.route({
    method: 'GET',
    url: '/api/campaigns/:id',
    config: { permission: 'campaigns.read' },
    schema: getSchema,
    handler: getCampaign,
  })
  app.route({
    method: 'POST',
    url: '/api/campaigns',
    config: { permission: 'campaigns.write' },
    schema: createSchema,
    handler: createCampaign,
  })
  app.route({
    method: 'PATCH',
    url: '/api/campaigns/:id',
    config: { permission: 'campaigns.write' },
    schema: updateSchema,
    handler: updateCampaign,
  })
  app.route({
    method: 'DELETE',
    url: '/api/campaigns/:id',
    config: { permission: 'campaigns.write', conflicts: false },
    schema: cancelSchema,
    handler: cancelCampaign,
  })
  app.route({
    method: 'GET',
    url: '/api/campaigns/:id/forecasts',
    config: { permission: 'campaigns.read' },
    schema: forecastsSchema,
    handler: listForecasts,
  })
  app.route({
    method: 'GET',
    url: '/api/campaigns/:id/actuals',
    config: { permission: 'campaigns.read' },
    schema: actualsSchema,
    handler: listActuals,
  })

  /** Runs the job's work at startup, in case no worker was up last night. */
  async function moveOnStart() {
    if (app.env.WORKER === 'on') await moveDueCampaigns(app, todayOf(app))
  }
}

export const campaigns = fp(plugin, {
  name: 'campaigns',
  encapsulate: true,
  dependencies: ['database', 'access', 'jobs'],
})

const listCampaigns: Handler<typeof listSchema> = ({ server, actor, query }) =>
  pageOfCampaigns(server.db, scopeOf(actor), query)

const getCampaign: Handler<typeof getSchema> = (request, reply) => {
  const named = idOrCode(request.params.id)
  const key = 'id' in named ? named : { campaign_code: named.code }
  return withTag(reply, request.server.db, 'campaigns', key, () => findCampaign(request, request.params.id))
}
