import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { periodOf } from '../../src/domain/business-time.ts'
import { warnOfUnrated } from '../../src/domain/scores/unrated.ts'
import { scopeOf } from '../../src/domain/sellers/scope.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { readStats } from './queries.ts'
import { statsSchema } from './schemas.ts'
import { tierDistribution } from './tier-distribution.ts'

/** A month at a glance. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/dashboard/stats',
    config: { permission: 'dashboard.read', reads: 'sums', answersTag: true },
    schema: statsSchema,
    handler: getStats,
  })
}

export const dashboard = fp(plugin, {
  name: 'dashboard',
  encapsulate: true,
  dependencies: ['database', 'replicas', 'access'],
})

const getStats: Handler<typeof statsSchema> = async ({ server, actor, query }) => {
  const { period = periodOf(server.clock.now(), server.env.BUSINESS_TIMEZONE), warehouse_id = null } = query
  const { am_id } = scopeOf(actor)
  const filter = { period, warehouse_id, am_id }
  const { scored_tiers, tier_records, ...figures } = await server.replicas.read(
    ({ sql }) => readStats(sql, filter),
    () => readStats(server.db, filter),
  )
  return {
    period,
    ...figures,
    tier_distribution: tierDistribution(period, tier_records, scored_tiers),
    currency: server.env.CURRENCY,
    ...warnOfUnrated(figures),
  }
}
