import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { appealOf } from '../../src/domain/appeals/appeal-row.ts'
import { scopeOf } from '../../src/domain/sellers/scope.ts'
import { readAliases } from '../../src/platform/http/aliases.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { commentSchema, listCommentsSchema } from './comment-schemas.ts'
import { addComment, listComments } from './comments.ts'
import { appealExpiry, expireAppeals } from './jobs/appeal-expiry.ts'
import { precedentsSchema } from './precedent-schemas.ts'
import { getPrecedents } from './precedents.ts'
import { getPreview } from './preview.ts'
import { pageOfAppeals } from './queries.ts'
import { reviewAsAmHead, reviewAsOps } from './review.ts'
import {
  getSchema,
  previewSchema,
  reviewAmSchema,
  reviewOpsSchema,
  withdrawSchema,
} from './review-schemas.ts'
import { createSchema, listSchema } from './schemas.ts'
import { submitAppeal } from './submit.ts'
import { getAppeal } from './timeline.ts'
import { withdrawAppeal } from './withdraw.ts'

/** Appeals against scores, and the two reviews that decide them. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.jobs.add(appealExpiry)
  app.addHook('onReady', catchUp)
  app.route({
    method: 'GET',
    url: '/api/appeals',
    config: { permission: 'appeals.read' },
    schema: listSchema,
    handler: listAppeals,
  })
  app.route({
    method: 'POST',
    url: '/api/appeals',
    config: { permission: 'appeals.write' },
    schema: createSchema,
    handler: submitAppeal,
  })
  app.route({
    method: 'GET',
    url: '/api/appeals/:id',
    config: { permission: 'appeals.read' },
    schema: getSchema,
    handler: getAppeal,
  })
  app.route({
    method: 'GET',
    url: '/api/appeals/:id/preview',
    config: { permission: 'appeals.read' },
    schema: previewSchema,
    handler: getPreview,
  })
  app.route({
    method: 'GET',
    url: '/api/appeals/:id/precedents',
    config: { permission: 'appeals.read', answersTag: true },
    schema: precedentsSchema,
    handler: getPrecedents,
  })
  app.route({
    method: 'PATCH',
    url: '/api/appeals/:id/review-ops',
    config: { permission: 'appeals.review-ops' },
    schema: reviewOpsSchema,
    handler: reviewAsOps,
  })
  app.route({
    method: 'PATCH',
    url: '/api/appeals/:id/review-am',
    config: { permission: 'appeals.review-am' },
    schema: reviewAmSchema,
    handler: reviewAsAmHead,
  })

  app.route({
    method: 'POST',
    url: '/api/appeals/:id/withdraw',
    config: { permission: 'appeals.withdraw' },
    schema: withdrawSchema,
    handler: withdrawAppeal,
  })
  app.route({
    method: 'GET',
    url: '/api/appeals/:id/comments',
    config: { permission: 'appeals.read' },
    schema: listCommentsSchema,
    handler: listComments,
  })
  app.route({
    method: 'POST',
    url: '/api/appeals/:id/comments',
    config: { permission: 'appeals.comment' },
    schema: commentSchema,
    preValidation: readAliases(commentSchema.body, { comment: ['text', 'message', 'body'] }),
    handler: addComment,
  })

  /** Runs the expiry at startup, in case no worker was up last night. */
  async function catchUp() {
    if (app.env.WORKER === 'on') await expireAppeals(app)
  }
}

export const appeals = fp(plugin, {
  name: 'appeals',
  encapsulate: true,
  dependencies: ['database', 'access', 'jobs', 'events'],
})

const listAppeals: Handler<typeof listSchema> = async ({ server, actor, query }) => {
  const { data, ...page } = await pageOfAppeals(server.db, scopeOf(actor), query)
  return { data: data.map(appealOf), ...page }
}
