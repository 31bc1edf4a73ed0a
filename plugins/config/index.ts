import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { RULE_TYPES } from '../../src/scoring/rules.ts'
import { installDefaults } from './defaults.ts'
import { adoptDraft } from './drafts/adopt.ts'
import { createDraft, getDraft, listDrafts, removeDraft, updateDraft } from './drafts/drafts.ts'
import { previewChanges } from './drafts/preview.ts'
import { previewRoute } from './drafts/preview-schemas.ts'
import * as drafts from './drafts/schemas.ts'
import { createRecord, deleteRecord, getRecord, listRecords, listVersions, updateRecord } from './handlers.ts'
import { kindRoutes } from './kinds.ts'
import { routesOf } from './schemas.ts'

/** The records of the configuration, one set of routes for each type, and drafts of them: tried, then adopted. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  await installDefaults(app.db)
  for (const type of RULE_TYPES) {
    const routes = routesOf(type)
    app.route({ ...routes.list, handler: listRecords(type) })
    app.route({ ...routes.create, handler: createRecord(type) })
    app.route({ ...routes.get, handler: getRecord(type) })
    app.route({ ...routes.update, handler: updateRecord(type) })
    app.route({ ...routes.remove, handler: deleteRecord(type) })
    app.route({ ...routes.history, handler: listVersions(type) })
  }
  kindRoutes(app)
  app.route({ ...drafts.listRoute, handler: listDrafts })
  app.route({ ...drafts.createRoute, handler: createDraft })
  app.route({ ...drafts.getRoute, handler: getDraft })
  app.route({ ...drafts.updateRoute, handler: updateDraft })
  app.route({ ...drafts.removeRoute, handler: removeDraft })
  app.route({ ...drafts.adoptRoute, handler: adoptDraft })
  app.route({ ...previewRoute, handler: previewChanges })
}

export default fp(plugin, {
  name: 'config',
  encapsulate: true,
  dependencies: ['database', 'access', 'events', 'threads'],
})
