import { audit } from '../../src/platform/access/audit.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { findAppeal } from './appeal-lookup.ts'
import { insertComment, pageOfComments } from './comment-queries.ts'
import type { commentRoute, listCommentsRoute } from './comment-schemas.ts'

export const listComments: Handler<typeof listCommentsRoute> = async (request) => {
  const appeal = await findAppeal(request, request.params.id)
  return pageOfComments(request.server.db, appeal, request.query)
}

export const addComment: Handler<typeof commentRoute> = async (request) => {
  const { actor, body, params } = request
  const appeal = await findAppeal(request, params.id)
  return change(request, async (tx) => {
    const after = await insertComment(tx, appeal, actor.id, body.comment)
    await audit(tx, request, {
      action: 'appeal.commented',
      entity: 'appeal_comment',
      entity_id: after.id,
      after,
    })
    return { success: true, id: after.id }
  })
}
