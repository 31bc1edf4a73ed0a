import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { changeThatErases, erasePerson, requireNotErased } from '../../src/domain/people/erase-person.ts'
import { audit } from '../../src/platform/access/audit.ts'
import { differencesOf } from '../../src/platform/database/prisma/differences.ts'
import { plain } from '../../src/platform/database/prisma/record.ts'
import { requireMatch, withTag } from '../../src/platform/http/answers/entity-tag.ts'
import { notFound } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { activeAccountsOf, employeeBy, lockEmployee, pageOfEmployees } from './queries.ts'
import { createRoute, eraseRoute, getRoute, listRoute, updateRoute } from './schemas.ts'

/** The people of the operator. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...listRoute, handler: listEmployees })
  app.route({ ...getRoute, handler: getEmployee })
  app.route({ ...createRoute, handler: createEmployee })
  app.route({ ...updateRoute, handler: updateEmployee })
  app.route({ ...eraseRoute, handler: eraseEmployee })
}

export default fp(plugin, {
  name: 'employees',
  encapsulate: true,
  dependencies: ['database', 'access'],
})

const listEmployees: Handler<typeof listRoute> = ({ server, query }) => pageOfEmployees(server.db, query)

const getEmployee: Handler<typeof getRoute> = ({ server, params: { id } }, reply) =>
  withTag(reply, server.db, 'employees', { id }, async () => {
    const employee = await employeeBy(server.db, id)
    if (!employee) throw noEmployee(id)
    return employee
  })

const createEmployee: Handler<typeof createRoute> = (request) =>
  change(request, async (tx) => {
    const after = plain(await tx.prisma.employee.create({ data: request.body }))
    await audit(tx, request, { action: 'employee.created', entity_id: after.id, after })
    return { success: true, id: after.id }
  })

const updateEmployee: Handler<typeof updateRoute> = (request) =>
  change(request, async (tx) => {
    const { id } = request.params
    const before = await lockEmployee(tx, id)
    if (!before) throw noEmployee(id)
    await requireMatch(tx, request, 'employees', id)
    requireNotErased(before)
    const changes = differencesOf(before, request.body)
    if (Object.keys(changes).length === 0) return { success: true }
    const after = plain(await tx.prisma.employee.update({ where: { id }, data: changes }))
    await audit(tx, request, { action: 'employee.updated', entity_id: id, before, after })
    const accounts = changes.is_active === false ? await activeAccountsOf(tx, id) : []
    return {
      success: true,
      ...(accounts.length > 0 && {
        warnings: [`Accounts of this employee are still active: ${accounts.join(', ')}.`],
      }),
    }
  })

const eraseEmployee: Handler<typeof eraseRoute> = (request) =>
  changeThatErases(request, async (tx) => {
    const { id } = request.params
    if (!(await lockEmployee(tx, id))) throw noEmployee(id)
    await requireMatch(tx, request, 'employees', id)
    await erasePerson(tx, request, { employee_id: id })
    return { success: true as const }
  })

const noEmployee = (id: number) => notFound('employee_not_found', `There is no employee ${id}.`)
