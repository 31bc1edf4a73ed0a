import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { periodsAsked } from '../../src/domain/scores/periods-asked.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { pageOfRevenue } from './queries.ts'
import { listRoute } from './schemas.ts'

/** What sellers turned over, as accounting has pushed it. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...listRoute, handler: listRevenue })
}

export default fp(plugin, {
  name: 'revenue',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope'],
})

const listRevenue: Handler<typeof listRoute> = ({ server, scope, query }) =>
  pageOfRevenue(server.db, scope, { ...query, ...periodsAsked(server, query) })
