import type { FastifyInstance } from 'fastify'
import { getStats } from './stats.ts'
import { getTrend } from './trend.ts'

/** A month at a glance, and months beside each other. */
export default async function plugin(app: FastifyInstance) {
  for (const route of [getStats, getTrend]) app.route(route)
}
