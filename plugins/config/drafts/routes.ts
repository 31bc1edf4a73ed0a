import type { FastifyInstance } from 'fastify'
import { adoptDraft } from './adopt.ts'
import { adoptRoute } from './adopt-schemas.ts'
import { createDraft, getDraft, listDrafts, removeDraft, updateDraft } from './drafts.ts'
import { previewChanges } from './preview.ts'
import { previewRoute } from './preview-schemas.ts'
import { createRoute, getRoute, listRoute, removeRoute, updateRoute } from './schemas.ts'

/** Drafts of the rules: tried on past months, then adopted. */
export function draftRoutes(app: FastifyInstance) {
  app.route({ ...listRoute, handler: listDrafts })
  app.route({ ...createRoute, handler: createDraft })
  app.route({ ...getRoute, handler: getDraft })
  app.route({ ...updateRoute, handler: updateDraft })
  app.route({ ...removeRoute, handler: removeDraft })
  app.route({ ...adoptRoute, handler: adoptDraft })
  app.route({ ...previewRoute, handler: previewChanges })
}
