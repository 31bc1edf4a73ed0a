import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { statsSchema } from './schemas.ts'
import { statsReader } from './stats.ts'
import { trendReader } from './trend.ts'
import { trendSchema } from './trend-schemas.ts'

/** A month at a glance, and months beside each other. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/dashboard/stats',
    config: { permission: 'dashboard.read', answersTag: true },
    schema: statsSchema,
    handler: statsReader(app),
  })
  app.route({
    method: 'GET',
    url: '/api/dashboard/trend',
    config: { permission: 'dashboard.read', answersTag: true },
    schema: trendSchema,
    handler: trendReader(app),
  })
}

export const dashboard = fp(plugin, {
  name: 'dashboard',
  encapsulate: true,
  dependencies: ['database', 'replicas', 'access', 'big-reads'],
})
