import type { FastifyInstance } from 'fastify'
import { RULE_TYPES } from '../../src/scoring/rules.ts'
import { adoptDraft } from './drafts/adopt.ts'
import { createDraft, getDraft, listDrafts, removeDraft, updateDraft } from './drafts/drafts.ts'
import { previewChanges } from './drafts/preview.ts'
import { listMetrics, listTypes } from './kinds.ts'
import { installDefaults } from './queries.ts'
import { recordRoutes } from './records.ts'

/** The records of the configuration, one set of routes for each type, and drafts of them: tried, then adopted. */
export default async function plugin(app: FastifyInstance) {
  await installDefaults(app.db)
  for (const route of RULE_TYPES.flatMap(recordRoutes)) app.route(route)
  const drafts = [listDrafts, createDraft, getDraft, updateDraft, removeDraft, adoptDraft]
  for (const route of [listTypes, listMetrics, ...drafts, previewChanges]) app.route(route)
}
