import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { RULE_TYPES } from '../../src/scoring/rules.ts'
import { installDefaults } from './defaults.ts'
import { draftRoutes } from './drafts/routes.ts'
import { createRecord, deleteRecord, getRecord, listRecords, listVersions, updateRecord } from './handlers.ts'
import { READ_ONLY, schemasOf } from './schemas.ts'

/** The records that scoring reads: twelve types, one set of routes for each. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  await installDefaults(app.db)
  for (const type of RULE_TYPES) {
    const url = `/api/config/${type}`
    const schemas = schemasOf(type)
    app.route({
      method: 'GET',
      url,
      config: { permission: 'config.read' },
      schema: schemas.list,
      handler: listRecords(type),
    })
    app.route({
      method: 'POST',
      url,
      config: { permission: 'config.write' },
      schema: schemas.create,
      preValidation: ignoreReadOnly,
      handler: createRecord(type),
    })
    app.route({
      method: 'GET',
      url: `${url}/:id`,
      config: { permission: 'config.read', answersTag: 'version' },
      schema: schemas.get,
      handler: getRecord(type),
    })
    app.route({
      method: 'PUT',
      url: `${url}/:id`,
      config: { permission: 'config.write' },
      schema: schemas.update,
      handler: updateRecord(type),
    })
    app.route({
      method: 'DELETE',
      url: `${url}/:id`,
      config: { permission: 'config.write' },
      schema: schemas.remove,
      handler: deleteRecord(type),
    })
    app.route({
      method: 'GET',
      url: `${url}/:id/history`,
      config: { permission: 'config.read' },
      schema: schemas.history,
      handler: listVersions(type),
    })
  }
  draftRoutes(app)
}

/** A record that was read may be sent whole, so what no caller writes is not looked at. */
async function ignoreReadOnly(request: FastifyRequest) {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return
  const readOnly: readonly string[] = READ_ONLY
  request.body = Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly.includes(name)))
}

export const config = fp(plugin, {
  name: 'config',
  encapsulate: true,
  dependencies: ['database', 'access', 'events', 'threads'],
})
