import type { FastifyInstance } from 'fastify'
import { adoptDraft } from './adopt.ts'
import { adoptSchema } from './adopt-schemas.ts'
import { createDraft, getDraft, listDrafts, removeDraft, updateDraft } from './drafts.ts'
import { previewChanges } from './preview.ts'
import { previewSchema } from './preview-schemas.ts'
import { createSchema, getSchema, listSchema, removeSchema, updateSchema } from './schemas.ts'

const url = '/api/config/drafts'

/** Drafts of the rules: tried on past months, then adopted. */
export function draftRoutes(app: FastifyInstance) {
  app.route({
    method: 'GET',
    url,
    config: { permission: 'config.read' },
    schema: listSchema,
    handler: listDrafts,
  })
  app.route({
    method: 'POST',
    url,
    config: { permission: 'drafts.write' },
    schema: createSchema,
    handler: createDraft,
  })
  app.route({
    method: 'GET',
    url: `${url}/:id`,
    config: { permission: 'config.read', answersTag: 'version' },
    schema: getSchema,
    handler: getDraft,
  })
  app.route({
    method: 'PUT',
    url: `${url}/:id`,
    config: { permission: 'drafts.write' },
    schema: updateSchema,
    handler: updateDraft,
  })
  app.route({
    method: 'DELETE',
    url: `${url}/:id`,
    config: { permission: 'drafts.write' },
    schema: removeSchema,
    handler: removeDraft,
  })
  app.route({
    method: 'POST',
    url: `${url}/:id/adopt`,
    config: { permission: 'config.write' },
    schema: adoptSchema,
    handler: adoptDraft,
  })
  app.route({
    method: 'POST',
    url: '/api/config/preview',
    config: { permission: 'config.read', idempotencyKey: false },
    schema: previewSchema,
    handler: previewChanges,
  })
}
