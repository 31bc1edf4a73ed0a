import type { FastifyInstance } from 'fastify'
import { RULE_TYPES } from '../../src/scoring/rules.ts'
import { adoptDraft } from './drafts/adopt.ts'
import { createDraft, getDraft, listDrafts, removeDraft, updateDraft } from './drafts/drafts.ts'
import { previewChanges } from './drafts/preview.ts'
import { createRecord, deleteRecord, getRecord, listRecords, listVersions, updateRecord } from './handlers.ts'
import { listMetrics, listTypes } from './kinds.ts'
import { installDefaults } from './queries.ts'
import { routesOf } from './schemas.ts'

/** The records of the configuration, one set of routes for each type, and drafts of them: tried, then adopted. */
export default async function plugin(app: FastifyInstance) {
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
  app.route(listTypes)
  app.route(listMetrics)
  app.route(listDrafts)
  app.route(createDraft)
  app.route(getDraft)
  app.route(updateDraft)
  app.route(removeDraft)
  app.route(adoptDraft)
  app.route(previewChanges)
}
