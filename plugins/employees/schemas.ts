import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Page, PageQuery, Text, Timestamp } from '../../src/platform/schemas/schemas.ts'

export const Employee = Type.Object({
  id: Id(),
  employee_code: Text(50, { examples: ['E-0042'] }),
  full_name: Text(200, { examples: ['Nadia Rahman'] }),
  email: Nullable(Type.String(), { examples: ['nadia@example.com'] }),
  position: Nullable(Type.String(), { examples: ['Shift lead'] }),
  warehouse_id: Nullable(Id()),
  warehouse_name: Nullable(Type.String(), { examples: ['North hub'] }),
  is_active: Type.Boolean({ description: 'false: no longer employed', examples: [true] }),
  created_at: Timestamp(),
})
export type Employee = Static<typeof Employee>

export const listSchema = {
  tags: ['employees'],
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
