import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { pageOfEntries, spanOf } from './queries.ts'
import { listRoute } from './schemas.ts'

/** Reads what src/platform/http/requests/change.ts writes. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...listRoute, handler: listAuditEntries })
}

export default fp(plugin, {
  name: 'audit',
  encapsulate: true,
  dependencies: ['database', 'access'],
})

const listAuditEntries: Handler<typeof listRoute> = async ({ server: { db, env }, query }) => {
  const span = await spanOf(db, query, env.BUSINESS_TIMEZONE)
  if (span.is_empty) throw badRequest('end_before_start', 'to must be later than from')
  return pageOfEntries(db, query, span)
}
