import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { dateOf } from '../../src/domain/business-time.ts'
import { findSeller } from '../../src/domain/sellers/find-seller.ts'
import { scopeOf } from '../../src/domain/sellers/scope.ts'
import { mayActor } from '../../src/platform/access/roles.ts'
import { withTag } from '../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { notFound } from '../../src/platform/http/problems.ts'
import { createSeller } from './create.ts'
import { deleteSeller } from './delete.ts'
import { exceptionsInForceOn } from './exception-queries.ts'
import * as exceptionSchemas from './exception-schemas.ts'
import {
  createException,
  deleteException,
  getException,
  listExceptions,
  updateException,
} from './exceptions.ts'
import { pageOfSellers } from './list-queries.ts'
import { activeSurcharges, openAppeals, sellerDetail } from './queries.ts'
import { createSchema, deleteSchema, getSchema, listSchema, updateSchema } from './schemas.ts'
import { updateSeller } from './update.ts'

/** The merchants that are scored, and the exceptions that adjust their scores. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/sellers',
    config: { permission: 'sellers.read' },
    schema: listSchema,
    handler: listSellers,
  })
  app.route({
    method: 'GET',
    url: '/api/sellers/:id',
    config: { permission: 'sellers.read' },
    schema: getSchema,
    handler: getSeller,
  })
  app.route({
    method: 'POST',
    url: '/api/sellers',
    config: { permission: 'sellers.write' },
    schema: createSchema,
    handler: createSeller,
  })
  app.route({
    method: 'PATCH',
    url: '/api/sellers/:id',
    config: { permission: 'sellers.write' },
    schema: updateSchema,
    handler: updateSeller,
  })
  app.route({
    method: 'DELETE',
    url: '/api/sellers/:id',
    config: { permission: 'sellers.write' },
    schema: deleteSchema,
    handler: deleteSeller,
  })
  app.route({
    method: 'GET',
    url: '/api/sellers/:id/exceptions',
    config: { permission: 'exceptions.read' },
    schema: exceptionSchemas.listSchema,
    handler: listExceptions,
  })
  app.route({
    method: 'POST',
    url: '/api/sellers/:id/exceptions',
    config: { permission: 'exceptions.write' },
    schema: exceptionSchemas.createSchema,
    handler: createException,
  })
  app.route({
    method: 'GET',
    url: '/api/sellers/:sellerId/exceptions/:exId',
    config: { permission: 'exceptions.read' },
    schema: exceptionSchemas.getSchema,
    handler: getException,
  })
  app.route({
    method: 'PATCH',
    url: '/api/sellers/:sellerId/exceptions/:exId',
    config: { permission: 'exceptions.write', conflicts: false },
    schema: exceptionSchemas.updateSchema,
    handler: updateException,
  })
  app.route({
    method: 'DELETE',
    url: '/api/sellers/:sellerId/exceptions/:exId',
    config: { permission: 'exceptions.write', conflicts: false },
    schema: exceptionSchemas.deleteSchema,
    handler: deleteException,
  })
}

export const sellers = fp(plugin, {
  name: 'sellers',
  encapsulate: true,
  dependencies: ['database', 'access', 'events'],
})

const listSellers: Handler<typeof listSchema> = ({ server, actor, query }) =>
  pageOfSellers(server.db, scopeOf(actor), query)

const getSeller: Handler<typeof getSchema> = async (request, reply) => {
  const { id } = await findSeller(request, request.params.id)
  return withTag(reply, request.server.db, 'sellers', { id }, () => detailOf(request, id))
}

async function detailOf({ server, actor }: FastifyRequest, id: number) {
  const today = dateOf(server.clock.now(), server.env.BUSINESS_TIMEZONE)
  const [detail, exceptions_in_force, open_appeals, active_surcharges] = await Promise.all([
    sellerDetail(server.db, id),
    mayActor(actor, 'exceptions.read') ? exceptionsInForceOn(server.db, id, today) : undefined,
    mayActor(actor, 'appeals.read') ? openAppeals(server.db, id) : undefined,
    mayActor(actor, 'surcharges.read') ? activeSurcharges(server.db, id) : undefined,
  ])
  if (!detail) throw notFound('seller_not_found', `There is no seller ${id}.`)
  const { latest_score, ...record } = detail
  return {
    ...record,
    exceptions_in_force,
    open_appeals,
    active_surcharges,
    ...(mayActor(actor, 'scores.read') && { latest_score }),
  }
}
