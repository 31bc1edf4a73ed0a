import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { requireInScope, scopeOf } from '../../src/domain/sellers/scope.ts'
import { readAliases } from '../../src/platform/http/aliases.ts'
import { entityTag } from '../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { applySurcharges, waiveSurcharges } from './bulk.ts'
import { applySchema, waiveSchema } from './bulk-schemas.ts'
import { createSurcharge } from './create.ts'
import { evaluateMonth } from './evaluate.ts'
import { evaluateSchema } from './evaluation-schemas.ts'
import { findSurcharge, pageOfSurcharges } from './queries.ts'
import { createSchema, getSchema, listSchema, updateSchema } from './schemas.ts'
import { noSurcharge, updateSurcharge } from './update.ts'

const REASON = { reason: ['note', 'notes'] }

/** Surcharges and payment blocks of sellers, by hand or by rules. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/surcharges',
    config: { permission: 'surcharges.read' },
    schema: listSchema,
    handler: listSurcharges,
  })
  app.route({
    method: 'GET',
    url: '/api/surcharges/:id',
    config: { permission: 'surcharges.read' },
    schema: getSchema,
    handler: getSurcharge,
  })
  app.route({
    method: 'POST',
    url: '/api/surcharges',
    config: { permission: 'surcharges.write' },
    schema: createSchema,
    handler: createSurcharge,
  })
  app.route({
    method: 'PATCH',
    url: '/api/surcharges/:id',
    config: { permission: 'surcharges.write' },
    schema: updateSchema,
    preValidation: readAliases(updateSchema.body, { status_reason: ['reason', 'note', 'notes'] }),
    handler: updateSurcharge,
  })
  app.route({
    method: 'POST',
    url: '/api/surcharges/evaluate',
    config: { permission: 'surcharges.write' },
    schema: evaluateSchema,
    handler: evaluateMonth,
  })
  app.route({
    method: 'POST',
    url: '/api/surcharges/apply',
    config: { permission: 'surcharges.write' },
    schema: applySchema,
    preValidation: readAliases(applySchema.body, REASON),
    handler: applySurcharges,
  })
  app.route({
    method: 'POST',
    url: '/api/surcharges/waive',
    config: { permission: 'surcharges.write' },
    schema: waiveSchema,
    preValidation: readAliases(waiveSchema.body, REASON),
    handler: waiveSurcharges,
  })
}

export const surcharges = fp(plugin, {
  name: 'surcharges',
  encapsulate: true,
  dependencies: ['database', 'access', 'events'],
})

const listSurcharges: Handler<typeof listSchema> = ({ server, actor, query }) =>
  pageOfSurcharges(server.db, scopeOf(actor), query)

const getSurcharge: Handler<typeof getSchema> = async ({ server, actor, params: { id } }, reply) => {
  const surcharge = await findSurcharge(server.db, id)
  if (!surcharge) throw noSurcharge(id)
  requireInScope(actor, surcharge)
  reply.header('etag', entityTag(surcharge.version))
  return surcharge
}
