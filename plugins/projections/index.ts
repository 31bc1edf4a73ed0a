import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { nightlyProjections } from './jobs/projections.ts'
import { listProjections } from './list.ts'
import { getProjection } from './one-seller.ts'
import { outsetReader } from './outsets.ts'
import { listSchema, projectionSchema } from './schemas.ts'

/** Where the scores of the running month may be at its end. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  const readOutset = outsetReader(app.env.BUSINESS_TIMEZONE)
  app.jobs.add(nightlyProjections(readOutset))
  app.retention.keep([
    {
      table: 'projections',
      where: 'as_of < now() - $1::interval',
      period: `${app.env.KEEP_FACTS_MONTHS} months`,
    },
  ])
  app.route({
    method: 'GET',
    url: '/api/sos/sellers/:seller_code/score/projection',
    config: { permission: 'seller-scores.read', answersTag: true },
    schema: projectionSchema,
    handler: getProjection(app, readOutset),
  })
  app.route({
    method: 'GET',
    url: '/api/sos/projections',
    config: { permission: 'scores.read' },
    schema: listSchema,
    handler: listProjections,
  })
}

export const projections = fp(plugin, {
  name: 'projections',
  encapsulate: true,
  dependencies: ['database', 'access', 'big-reads', 'threads', 'jobs', 'retention', 'events'],
})
