import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { RULE_TYPES } from '../../src/scoring/rules.ts'
import { installDefaults } from './defaults.ts'
import { draftRoutes } from './drafts/routes.ts'
import { createRecord, deleteRecord, getRecord, listRecords, listVersions, updateRecord } from './handlers.ts'
import { kindRoutes } from './kinds.ts'
import { READ_ONLY, routesOf } from './schemas.ts'

/** The records of the configuration: one set of routes for each type. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  await installDefaults(app.db)
  for (const type of RULE_TYPES) {
    const routes = routesOf(type)
    app.route({ ...routes.list, handler: listRecords(type) })
    app.route({ ...routes.create, preValidation: ignoreReadOnly, handler: createRecord(type) })
    app.route({ ...routes.get, handler: getRecord(type) })
    app.route({ ...routes.update, handler: updateRecord(type) })
    app.route({ ...routes.remove, handler: deleteRecord(type) })
    app.route({ ...routes.history, handler: listVersions(type) })
  }
  kindRoutes(app)
  draftRoutes(app)
}

/** A record that was read may be sent whole, so what no caller writes is not looked at. */
async function ignoreReadOnly(request: FastifyRequest) {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return
  const readOnly: readonly string[] = READ_ONLY
  request.body = Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly.includes(name)))
}

export default fp(plugin, {
  name: 'config',
  encapsulate: true,
  dependencies: ['database', 'access', 'events', 'threads'],
})
