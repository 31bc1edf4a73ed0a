import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import type { Handler } from '../../src/platform/http/handler.ts'
import { badRequest } from '../../src/platform/http/problems.ts'
import { pageOfEntries, spanOf } from './queries.ts'
import { listSchema } from './schemas.ts'

/** Reads what src/platform/database/audit.ts writes. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/audit',
    config: { permission: 'audit.read' },
    schema: listSchema,
    handler: listAuditEntries,
  })
}

export const auditLog = fp(plugin, {
  name: 'audit-log',
  encapsulate: true,
  dependencies: ['database', 'access'],
})

const listAuditEntries: Handler<typeof listSchema> = async ({ server: { db, env }, query }) => {
  const span = await spanOf(db, query, env.BUSINESS_TIMEZONE)
  if (span.is_empty) throw badRequest('end_before_start', 'to must be later than from')
  return pageOfEntries(db, query, span)
}
