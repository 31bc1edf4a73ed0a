import { type Static, Type } from '@sinclair/typebox'
import { IfMatch, Stale, withETag } from '../../src/platform/http/entity-tag.ts'
import { ChangesOf } from '../../src/platform/schemas/lenient.ts'
import { Created, Id, Page, PageQuery, Success, Text, Timestamp } from '../../src/platform/schemas/schemas.ts'

const fields = {
  code: Text(50, { description: 'The warehouse system’s own code', examples: ['WH-NORTH'] }),
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

const tags = ['warehouses']

export const listSchema = {
  tags,
  operationId: 'listWarehouses',
  summary: 'List warehouses',
  querystring: Type.Object(PageQuery, { additionalProperties: false }),
  response: { 200: Page(Warehouse) },
}

export const getSchema = {
  tags,
  operationId: 'getWarehouse',
  summary: 'One warehouse',
  params: Type.Object({ id: Id() }),
  response: { 200: withETag(Warehouse) },
}

export const createSchema = {
  tags,
  operationId: 'createWarehouse',
  summary: 'Create a warehouse',
  body: Type.Object(
    { code: fields.code, name: fields.name, is_active: Type.Optional(fields.is_active) },
    { additionalProperties: false },
  ),
  response: { 200: Created },
}

export const updateSchema = {
  tags,
  operationId: 'updateWarehouse',
  summary: 'Change a warehouse',
  params: Type.Object({ id: Id() }),
  headers: IfMatch,
  body: ChangesOf(fields, Warehouse),
  response: { 200: Success, 412: Stale },
}
