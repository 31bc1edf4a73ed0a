import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { getStats } from './stats.ts'
import { getTrend } from './trend.ts'

/** A month at a glance, and months beside each other. */
const plugin: FastifyPluginAsync = async (app) => {
  app.route(getStats)
  app.route(getTrend)
}

export default fp(plugin, {
  name: 'dashboard',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope', 'big-reads'],
})
