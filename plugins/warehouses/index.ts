import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { differencesOf, plain } from '../../src/platform/database/statements/records.ts'
import { withTag } from '../../src/platform/http/answers/answer-tags.ts'
import { notFound } from '../../src/platform/http/errors/problems.ts'
import { audit, change, requireMatch } from '../../src/platform/http/requests/change.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { lockWarehouse, pageOfWarehouses } from './queries.ts'
import { createRoute, getRoute, listRoute, updateRoute } from './schemas.ts'

/** The places sellers' goods are kept in. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...listRoute, handler: listWarehouses })
  app.route({ ...getRoute, handler: getWarehouse })
  app.route({ ...createRoute, handler: createWarehouse })
  app.route({ ...updateRoute, handler: updateWarehouse })
}

export default fp(plugin, {
  name: 'warehouses',
  encapsulate: true,
  dependencies: ['database', 'access'],
})

const listWarehouses: Handler<typeof listRoute> = ({ server, query }) => pageOfWarehouses(server.db, query)

const getWarehouse: Handler<typeof getRoute> = ({ server, params: { id } }, reply) =>
  withTag(reply, server.db, 'warehouses', { id }, async () => {
    const warehouse = await server.db.prisma.warehouse.findFirst({ where: { id } })
    if (!warehouse) throw noWarehouse(id)
    return plain(warehouse)
  })

const createWarehouse: Handler<typeof createRoute> = (request) =>
  change(request, async (tx) => {
    const after = plain(await tx.prisma.warehouse.create({ data: request.body }))
    await audit(tx, request, { action: 'warehouse.created', entity_id: after.id, after })
    return { success: true, id: after.id }
  })

const updateWarehouse: Handler<typeof updateRoute> = (request) =>
  change(request, async (tx) => {
    const { id } = request.params
    const before = await lockWarehouse(tx, id)
    if (!before) throw noWarehouse(id)
    await requireMatch(tx, request, 'warehouses', id)
    const changes = differencesOf(before, request.body)
    if (Object.keys(changes).length === 0) return { success: true }
    const after = plain(await tx.prisma.warehouse.update({ where: { id }, data: changes }))
    await audit(tx, request, { action: 'warehouse.updated', entity_id: id, before, after })
    return { success: true }
  })

const noWarehouse = (id: number) => notFound('warehouse_not_found', `There is no warehouse ${id}.`)
