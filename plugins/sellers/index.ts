import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { scopeOf } from '../../src/domain/sellers/scope.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { createSeller } from './create.ts'
import { deleteSeller } from './delete.ts'
import { sellerReader } from './detail.ts'
import * as exceptionSchemas from './exception-schemas.ts'
import {
  createException,
  deleteException,
  getException,
  listExceptions,
  updateException,
} from './exceptions.ts'
import { pageOfSellers } from './list-queries.ts'
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
    handler: sellerReader(app),
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
