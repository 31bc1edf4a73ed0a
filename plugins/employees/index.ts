import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import type { Handler } from '../../src/platform/http/handler.ts'
import { pageOfEmployees } from './queries.ts'
import { listSchema } from './schemas.ts'

/** The people of the operator. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/employees',
    config: { permission: 'employees.read' },
    schema: listSchema,
    handler: listEmployees,
  })
}

export const employees = fp(plugin, {
  name: 'employees',
  encapsulate: true,
  dependencies: ['database', 'access'],
})

const listEmployees: Handler<typeof listSchema> = ({ server, query }) => pageOfEmployees(server.db, query)
