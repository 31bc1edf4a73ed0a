import { type Static, Type } from '@sinclair/typebox'
import { ifUnchanged, route, withETag } from '../../src/platform/http/route.ts'
import {
  ChangesOf,
  Closed,
  Code,
  Created,
  Id,
  Text,
  Timestamp,
  WholeList,
  WholeListQuery,
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

export const Warehouse = Type.Object({
  id: Id(),
  ...fields,
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Warehouse = Static<typeof Warehouse>

export const listRoute = route('GET', '/api/warehouses', 'warehouses.read', {
  operationId: 'listWarehouses',
  summary: 'List warehouses',
  querystring: Closed(WholeListQuery),
  response: { 200: WholeList(Warehouse) },
})

export const getRoute = route('GET', '/api/warehouses/:id', 'warehouses.read', {
  operationId: 'getWarehouse',
  summary: 'One warehouse',
  params: Type.Object({ id: Id() }),
  response: { 200: withETag(Warehouse) },
})

export const createRoute = route('POST', '/api/warehouses', 'warehouses.write', {
  operationId: 'createWarehouse',
  summary: 'Create a warehouse',
  body: Closed({ code: fields.code, name: fields.name, is_active: Type.Optional(fields.is_active) }),
  response: { 200: Created },
})

export const updateRoute = route('PATCH', '/api/warehouses/:id', 'warehouses.write', {
  operationId: 'updateWarehouse',
  summary: 'Change a warehouse',
  params: Type.Object({ id: Id() }),
  ...ifUnchanged,
  body: ChangesOf(fields, Warehouse),
})
