import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { statsRoute, trendRoute } from './schemas.ts'
import { getStats } from './stats.ts'
import { getTrend } from './trend.ts'

/** A month at a glance, and months beside each other. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...statsRoute, handler: getStats })
  app.route({ ...trendRoute, handler: getTrend })
}

export default fp(plugin, {
  name: 'dashboard',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope', 'big-reads'],
})
