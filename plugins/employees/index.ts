import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { changeThatErases, erasePerson, requireNotErased } from '../../src/domain/people/erase-person.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import {
  containing,
  differencesOf,
  type Plain,
  pageOfRecords,
  plain,
} from '../../src/platform/database/statements/records.ts'
import { withTag } from '../../src/platform/http/answers/answer-tags.ts'
import { notFound } from '../../src/platform/http/errors/problems.ts'
import { audit, change, lockRecord } from '../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged, withETag } from '../../src/platform/http/route.ts'
import type { employee, Prisma } from '../../src/platform/prisma/client.ts'
import {
  ChangesOf,
  Closed,
  Created,
  Id,
  Nullable,
  pagedList,
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

const Employee = Type.Object({
  id: Id(),
  ...required,
  email: Nullable(Type.String(), { examples: ['nadia@example.com'] }),
  position: Nullable(Type.String(), { examples: ['Shift lead'] }),
  warehouse_id: Nullable(Id()),
  warehouse_name: Nullable(Type.String(), { examples: ['North hub'] }),
  is_active,
  created_at: Timestamp(),
})

/** The people of the operator. */
export default async function plugin(app: FastifyInstance) {
  const changes = [createEmployee, updateEmployee, eraseEmployee]
  for (const route of [listEmployees, getEmployee, ...changes]) app.route(route)
}

const listEmployees = endpoint('GET', '/api/employees', 'employees.read', {
  operationId: 'listEmployees',
  summary: 'List employees',
  description: 'Ordered by their codes, those no longer employed included.',
  ...pagedList(Employee, {
    search: Type.Optional(Text(200, { description: 'Part of the code, full name or e-mail address' })),
    warehouse_id: Type.Optional(Id({ description: 'Only employees of this warehouse' })),
  }),
})(({ server: { db }, query }) => {
  const { search, warehouse_id } = query
  const where = { warehouse_id, ...containing(search, 'employee_code', 'full_name', 'email') }
  return pageOfRecords(
    query,
    (rows) => db.prisma.employee.findMany({ where, ...SHOWN, orderBy: { employee_code: 'asc' }, ...rows }),
    db.prisma.employee.count({ where }),
    shown,
  )
})

const getEmployee = endpoint('GET', '/api/employees/:id', 'employees.read', {
  operationId: 'getEmployee',
  summary: 'One employee',
  params: Type.Object({ id: Id() }),
  response: { 200: withETag(Employee) },
})(({ server, params: { id } }, reply) =>
  withTag(reply, server.db, 'employees', { id }, async () => {
    const employee = await server.db.prisma.employee.findFirst({ where: { id }, ...SHOWN })
    if (!employee) throw noEmployee(id)
    return shown(employee)
  }),
)

const createEmployee = endpoint('POST', '/api/employees', 'employees.write', {
  operationId: 'createEmployee',
  summary: 'Create an employee',
  body: Closed({ ...required, ...Type.Partial(Type.Object({ ...clearable, is_active })).properties }),
  response: { 200: Created },
})((request) =>
  change(request, async (tx) => {
    const after = plain(await tx.prisma.employee.create({ data: request.body }))
    await audit(tx, request, { action: 'employee.created', entity_id: after.id, after })
    return { success: true, id: after.id }
  }),
)

const updateEmployee = endpoint('PATCH', '/api/employees/:id', 'employees.write', {
  operationId: 'updateEmployee',
  summary: 'Change or deactivate an employee',
  description:
    'Fields that are not sent stay as they are. An account of the employee stays as it is; the answer names one that is still active.',
  params: Type.Object({ id: Id() }),
  ...ifUnchanged,
  body: ChangesOf({ ...required, ...clearable, is_active }, Employee),
})((request) =>
  change(request, async (tx) => {
    const { id } = request.params
    const before = await lockedEmployee(tx, request, id)
    requireNotErased(before)
    const changes = differencesOf(before, request.body)
    if (Object.keys(changes).length === 0) return { success: true }
    const after = plain(await tx.prisma.employee.update({ where: { id }, data: changes }))
    await audit(tx, request, { action: 'employee.updated', entity_id: id, before, after })
    if (changes.is_active !== false) return { success: true }
    const names = await tx.column<string>`
      select username from users where employee_id = ${id} and is_active order by id`
    if (names.length === 0) return { success: true }
    return { success: true, warnings: [`Accounts of this employee are still active: ${names.join(', ')}.`] }
  }),
)

const eraseEmployee = endpoint('POST', '/api/employees/:id/erase', 'users.write', {
  operationId: 'eraseEmployee',
  summary: 'Erase a person',
  description:
    'For good. The name, e-mail address and position of the employee go, and all accounts of the employee are erased as POST /api/users/{id}/erase does. The employee code stays, and so does what the person did, under its ids. Erasing again changes nothing. The last active bod, or without one the last active admin, can’t be erased (409).',
  params: Type.Object({ id: Id() }),
  ...ifUnchanged,
})((request) =>
  changeThatErases(request, async (tx) => {
    const { id } = request.params
    await lockedEmployee(tx, request, id)
    await erasePerson(tx, request, { employee_id: id })
    return { success: true as const }
  }),
)

const noEmployee = (id: number) => notFound('employee_not_found', `There is no employee ${id}.`)

const SHOWN = { omit: { erased_at: true }, include: { warehouse: { select: { name: true } } } } as const

const shown = (employee: Prisma.employeeGetPayload<typeof SHOWN>) => ({
  ...plain(employee),
  warehouse_name: employee.warehouse?.name ?? null,
})

/** The employee, locked until the transaction ends. @throws as `lockRecord` does, 404 where there is none */
const lockedEmployee = (tx: Tx, request: FastifyRequest, id: number) =>
  lockRecord<Plain<employee>>(tx, request, 'employees', id, () => noEmployee(id))
