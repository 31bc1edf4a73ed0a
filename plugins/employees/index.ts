import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { ERASURE, erasePerson, requireNotErased } from '../../src/domain/people/erase-person.ts'
import { audit } from '../../src/platform/database/audit.ts'
import { differencesOf } from '../../src/platform/database/differences.ts'
import { plain } from '../../src/platform/database/record.ts'
import { requireMatch, withTag } from '../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { notFound } from '../../src/platform/http/problems.ts'
import { activeAccountsOf, employeeBy, lockEmployee, pageOfEmployees } from './queries.ts'
import { createSchema, eraseSchema, getSchema, listSchema, updateSchema } from './schemas.ts'

/** The people of the operator. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/employees',
    config: { permission: 'employees.read' },
    schema: listSchema,
    handler: listEmployees,
  })
  app.route({
    method: 'GET',
    url: '/api/employees/:id',
    config: { permission: 'employees.read' },
    schema: getSchema,
    handler: getEmployee,
  })
  app.route({
    method: 'POST',
    url: '/api/employees',
    config: { permission: 'employees.write' },
    schema: createSchema,
    handler: createEmployee,
  })
  app.route({
    method: 'PATCH',
    url: '/api/employees/:id',
    config: { permission: 'employees.write' },
    schema: updateSchema,
    handler: updateEmployee,
  })
  app.route({
    method: 'POST',
    url: '/api/employees/:id/erase',
    config: { permission: 'employees.write' },
    schema: eraseSchema,
    handler: eraseEmployee,
  })
}

export const employees = fp(plugin, {
  name: 'employees',
  encapsulate: true,
  dependencies: ['database', 'access'],
})

const listEmployees: Handler<typeof listSchema> = ({ server, query }) => pageOfEmployees(server.db, query)

const getEmployee: Handler<typeof getSchema> = ({ server, params: { id } }, reply) =>
  withTag(reply, server.db, 'employees', { id }, async () => {
    const employee = await employeeBy(server.db, id)
    if (!employee) throw noEmployee(id)
    return employee
  })

const createEmployee: Handler<typeof createSchema> = (request) =>
  change(request, async (tx) => {
    const after = plain(await tx.prisma.employee.create({ data: request.body }))
    await audit(tx, request, { action: 'employee.created', entity: 'employee', entity_id: after.id, after })
    return { success: true, id: after.id }
  })

const updateEmployee: Handler<typeof updateSchema> = (request) =>
  change(request, async (tx) => {
    const { id } = request.params
    const before = await lockEmployee(tx, id)
    if (!before) throw noEmployee(id)
    await requireMatch(tx, request, 'employees', id)
    requireNotErased(before)
    const changes = differencesOf(before, request.body)
    if (Object.keys(changes).length === 0) return { success: true }
    const after = plain(await tx.prisma.employee.update({ where: { id }, data: changes }))
    await audit(tx, request, { action: 'employee.updated', entity: 'employee', entity_id: id, before, after })
    const accounts = changes.is_active === false ? await activeAccountsOf(tx, id) : []
    return {
      success: true,
      ...(accounts.length > 0 && {
        warnings: [`Accounts of this employee are still active: ${accounts.join(', ')}.`],
      }),
    }
  })

const eraseEmployee: Handler<typeof eraseSchema> = async (request) => {
  const { id } = request.params
  const answer = await change(
    request,
    async (tx) => {
      if (!(await lockEmployee(tx, id))) throw noEmployee(id)
      await requireMatch(tx, request, 'employees', id)
      await erasePerson(tx, request, { employee_id: id })
      return { success: true as const }
    },
    ERASURE,
  )
  request.server.identities.forget()
  return answer
}

const noEmployee = (id: number) => notFound('employee_not_found', `There is no employee ${id}.`)
