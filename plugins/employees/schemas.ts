import { type Static, Type } from '@sinclair/typebox'
import { ifUnchanged, withETag } from '../../src/platform/http/answers/entity-tag.ts'
import { route } from '../../src/platform/http/route.ts'
import { ChangesOf } from '../../src/platform/schemas/lenient.ts'
import {
  Closed,
  Created,
  Id,
  Nullable,
  Page,
  PageQuery,
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

export const listRoute = route('GET', '/api/employees', 'employees.read', {
  operationId: 'listEmployees',
  summary: 'List employees',
  description: 'Ordered by their codes, those no longer employed included.',
  querystring: Closed({
    ...PageQuery,
    search: Type.Optional(Text(200, { description: 'Part of the code, full name or e-mail address' })),
    warehouse_id: Type.Optional(Id({ description: 'Only employees of this warehouse' })),
  }),
  response: { 200: Page(Employee) },
})
export type EmployeesQuery = Static<typeof listRoute.schema.querystring>

export const getRoute = route('GET', '/api/employees/:id', 'employees.read', {
  operationId: 'getEmployee',
  summary: 'One employee',
  params: Type.Object({ id: Id() }),
  response: { 200: withETag(Employee) },
})

export const createRoute = route('POST', '/api/employees', 'employees.write', {
  operationId: 'createEmployee',
  summary: 'Create an employee',
  body: Closed({ ...required, ...Type.Partial(Type.Object({ ...clearable, is_active })).properties }),
  response: { 200: Created },
})

export const updateRoute = route('PATCH', '/api/employees/:id', 'employees.write', {
  operationId: 'updateEmployee',
  summary: 'Change or deactivate an employee',
  description:
    'Fields that are not sent stay as they are. An account of the employee stays as it is; the answer names one that is still active.',
  params: Type.Object({ id: Id() }),
  ...ifUnchanged,
  body: ChangesOf({ ...required, ...clearable, is_active }, Employee),
})

export const eraseRoute = route('POST', '/api/employees/:id/erase', 'users.write', {
  operationId: 'eraseEmployee',
  summary: 'Erase a person',
  description:
    'For good. The name, e-mail address and position of the employee go, and all accounts of the employee are erased as POST /api/users/{id}/erase does. The employee code stays, and so does what the person did, under its ids. Erasing again changes nothing. The last active bod can’t be erased (409).',
  params: Type.Object({ id: Id() }),
  ...ifUnchanged,
})
