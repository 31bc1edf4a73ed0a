import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { statsRoute } from './schemas.ts'
import { statsReader } from './stats.ts'
import { trendReader } from './trend.ts'
import { trendRoute } from './trend-schemas.ts'

/** A month at a glance, and months beside each other. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...statsRoute, handler: statsReader(app) })
  app.route({ ...trendRoute, handler: trendReader(app) })
}

export default fp(plugin, {
  name: 'dashboard',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope', 'big-reads'],
})
