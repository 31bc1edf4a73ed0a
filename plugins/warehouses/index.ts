import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { differencesOf, pageOfRecords, plain } from '../../src/platform/database/statements/records.ts'
import { withTag } from '../../src/platform/http/answers/answer-tags.ts'
import { notFound } from '../../src/platform/http/errors/problems.ts'
import { audit, change, lockRecord } from '../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged, withETag } from '../../src/platform/http/route.ts'
import {
  ChangesOf,
  Closed,
  Code,
  Created,
  Id,
  Text,
  Timestamp,
  wholeList,
} from '../../src/platform/schemas/schemas.ts'

const fields = {
  code: Code({
    maxLength: 50,
    'x-names': 'warehouse',
    description: 'The warehouse system’s own code',
    examples: ['WH-NORTH'],
  }),
  name: Text(200, { examples: ['North hub'] }),
  is_active: Type.Boolean({ description: 'false: kept, but named by no new seller', examples: [true] }),
}

const Warehouse = Type.Object({
  id: Id(),
  ...fields,
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
type Warehouse = Static<typeof Warehouse>

/** The places sellers' goods are kept in. */
export default async function plugin(app: FastifyInstance) {
  for (const route of [listWarehouses, getWarehouse, createWarehouse, updateWarehouse]) app.route(route)
}

const listWarehouses = endpoint('GET', '/api/warehouses', 'warehouses.read', {
  operationId: 'listWarehouses',
  summary: 'List warehouses',
  ...wholeList(Warehouse),
})(({ server, query }) => {
  const { warehouse: warehouses } = server.db.prisma
  return pageOfRecords(
    query,
    (rows) => warehouses.findMany({ orderBy: [{ code: 'asc' }, { id: 'asc' }], ...rows }),
    warehouses.count(),
    plain,
  )
})

const getWarehouse = endpoint('GET', '/api/warehouses/:id', 'warehouses.read', {
  operationId: 'getWarehouse',
  summary: 'One warehouse',
  params: Type.Object({ id: Id() }),
  response: { 200: withETag(Warehouse) },
})(({ server, params: { id } }, reply) =>
  withTag(reply, server.db, 'warehouses', { id }, async () => {
    const warehouse = await server.db.prisma.warehouse.findFirst({ where: { id } })
    if (!warehouse) throw noWarehouse(id)
    return plain(warehouse)
  }),
)

const createWarehouse = endpoint('POST', '/api/warehouses', 'warehouses.write', {
  operationId: 'createWarehouse',
  summary: 'Create a warehouse',
  body: Closed({ code: fields.code, name: fields.name, is_active: Type.Optional(fields.is_active) }),
  response: { 200: Created },
})((request) =>
  change(request, async (tx) => {
    const after = plain(await tx.prisma.warehouse.create({ data: request.body }))
    await audit(tx, request, { action: 'warehouse.created', entity_id: after.id, after })
    return { success: true, id: after.id }
  }),
)

const updateWarehouse = endpoint('PATCH', '/api/warehouses/:id', 'warehouses.write', {
  operationId: 'updateWarehouse',
  summary: 'Change a warehouse',
  params: Type.Object({ id: Id() }),
  ...ifUnchanged,
  body: ChangesOf(fields, Warehouse),
})((request) =>
  change(request, async (tx) => {
    const { id } = request.params
    const before = await lockRecord<Warehouse>(tx, request, 'warehouses', id, () => noWarehouse(id))
    const changes = differencesOf(before, request.body)
    if (Object.keys(changes).length === 0) return { success: true }
    const after = plain(await tx.prisma.warehouse.update({ where: { id }, data: changes }))
    await audit(tx, request, { action: 'warehouse.updated', entity_id: id, before, after })
    return { success: true }
  }),
)

const noWarehouse = (id: number) => notFound('warehouse_not_found', `There is no warehouse ${id}.`)
