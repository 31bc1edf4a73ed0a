import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { audit } from '../../src/platform/database/audit.ts'
import { plain } from '../../src/platform/database/record.ts'
import { requireMatch, withTag } from '../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { notFound } from '../../src/platform/http/problems.ts'
import { lockWarehouse, pageOfWarehouses } from './queries.ts'
import { createSchema, getSchema, listSchema, updateSchema } from './schemas.ts'

/** The places sellers' goods are kept in. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/warehouses',
    config: { permission: 'warehouses.read' },
    schema: listSchema,
    handler: listWarehouses,
  })
  app.route({
    method: 'GET',
    url: '/api/warehouses/:id',
    config: { permission: 'warehouses.read' },
    schema: getSchema,
    handler: getWarehouse,
  })
  app.route({
    method: 'POST',
    url: '/api/warehouses',
    config: { permission: 'warehouses.write' },
    schema: createSchema,
    handler: createWarehouse,
  })
  app.route({
    method: 'PATCH',
    url: '/api/warehouses/:id',
    config: { permission: 'warehouses.write' },
    schema: updateSchema,
    handler: updateWarehouse,
  })
}

export const warehouses = fp(plugin, {
  name: 'warehouses',
  encapsulate: true,
  dependencies: ['database', 'access'],
})

const listWarehouses: Handler<typeof listSchema> = ({ server, query }) => pageOfWarehouses(server.db, query)

const getWarehouse: Handler<typeof getSchema> = ({ server, params: { id } }, reply) =>
  withTag(reply, server.db, 'warehouses', { id }, async () => {
    const warehouse = await server.db.prisma.warehouse.findFirst({ where: { id } })
    if (!warehouse) throw noWarehouse(id)
    return plain(warehouse)
  })

const createWarehouse: Handler<typeof createSchema> = (request) =>
  change(request, async (tx) => {
    const after = plain(await tx.prisma.warehouse.create({ data: request.body }))
    await audit(tx, request, { action: 'warehouse.created', entity: 'warehouse', entity_id: after.id, after })
    return { success: true, id: after.id }
  })

const updateWarehouse: Handler<typeof updateSchema> = (request) =>
  change(request, async (tx) => {
    const { id } = request.params
    const before = await lockWarehouse(tx, id)
    if (!before) throw noWarehouse(id)
    await requireMatch(tx, request, 'warehouses', id)
    if (Object.keys(request.body).length === 0) return { success: true }
    const after = plain(await tx.prisma.warehouse.update({ where: { id }, data: request.body }))
    await audit(tx, request, {
      action: 'warehouse.updated',
      entity: 'warehouse',
      entity_id: id,
      before,
      after,
    })
    return { success: true }
  })

const noWarehouse = (id: number) => notFound('warehouse_not_found', `There is no warehouse ${id}.`)
