import { type Static, Type } from '@sinclair/typebox'
import { IfMatch, Stale, withETag } from '../../src/platform/http/entity-tag.ts'
import { ChangesOf } from '../../src/platform/schemas/lenient.ts'
import {
  Created,
  Id,
  Nullable,
  Page,
  PageQuery,
  Success,
  Text,
  Timestamp,
} from '../../src/platform/schemas/schemas.ts'

const required = {
  employee_code: Text(50, { description: 'The personnel system’s own code', examples: ['E-0042'] }),
  full_name: Text(200, { examples: ['Nadia Rahman'] }),
}
const clearable = {
  email: Nullable(Type.String({ format: 'email', maxLength: 254 }), { examples: ['nadia@example.com'] }),
  position: Nullable(Text(200), { examples: ['Shift lead'] }),
  warehouse_id: Nullable(Id({ description: 'Where the person works' })),
}
const is_active = Type.Boolean({ description: 'false: no longer employed', examples: [true] })

export const Employee = Type.Object({
  id: Id(),
  ...required,
  email: Nullable(Type.String(), { examples: ['nadia@example.com'] }),
  position: Nullable(Type.String(), { examples: ['Shift lead'] }),
  warehouse_id: Nullable(Id()),
  warehouse_name: Nullable(Type.String(), { examples: ['North hub'] }),
  is_active,
  created_at: Timestamp(),
})
export type Employee = Static<typeof Employee>

const tags = ['employees']

export const listSchema = {
  tags,
  operationId: 'listEmployees',
  summary: 'List employees',
  description: 'Ordered by their codes, those no longer employed included.',
  querystring: Type.Object(
    {
      ...PageQuery,
      search: Type.Optional(Text(200, { description: 'Part of the code, full name or e-mail address' })),
      warehouse_id: Type.Optional(Id({ description: 'Only employees of this warehouse' })),
    },
    { additionalProperties: false },
  ),
  response: { 200: Page(Employee) },
}
export type EmployeesQuery = Static<typeof listSchema.querystring>

export const getSchema = {
  tags,
  operationId: 'getEmployee',
  summary: 'One employee',
  params: Type.Object({ id: Id() }),
  response: { 200: withETag(Employee) },
}

export const createSchema = {
  tags,
  operationId: 'createEmployee',
  summary: 'Create an employee',
  body: Type.Object(
    { ...required, ...Type.Partial(Type.Object({ ...clearable, is_active })).properties },
    { additionalProperties: false },
  ),
  response: { 200: Created },
}

export const updateSchema = {
  tags,
  operationId: 'updateEmployee',
  summary: 'Change or deactivate an employee',
  description:
    'Fields that are not sent stay as they are. An account of the employee stays as it is; the answer names one that is still active.',
  params: Type.Object({ id: Id() }),
  headers: IfMatch,
  body: ChangesOf({ ...required, ...clearable, is_active }, Employee),
  response: { 200: Success, 412: Stale },
}

export const eraseSchema = {
  tags,
  operationId: 'eraseEmployee',
  summary: 'Erase a person',
  description:
    'For good. The name, e-mail address and position of the employee go, and all accounts of the employee are erased as POST /api/users/{id}/erase does. The employee code stays, and so does what the person did, under its ids. Erasing again changes nothing. The last active bod can’t be erased (409).',
  params: Type.Object({ id: Id() }),
  headers: IfMatch,
  response: { 200: Success, 412: Stale },
}
