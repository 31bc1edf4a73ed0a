import { audit } from '../../src/platform/access/audit.ts'
import { plain } from '../../src/platform/database/prisma/record.ts'
import { pageOfRows } from '../../src/platform/database/statements/page.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import type { AppealComment, commentRoute, listCommentsRoute } from './comment-schemas.ts'
import { findAppeal } from './queries.ts'

export const listComments: Handler<typeof listCommentsRoute> = async (request) => {
  const { seller_id, id } = await findAppeal(request, request.params.id)
  return pageOfRows<AppealComment>(request.server.db, request.query, {
    rows: `
      select c.*, u.username, u.full_name
      from appeal_comments c left join users u on u.id = c.user_id where c.seller_id = $1 and c.appeal_id = $2`,
    values: [seller_id, id],
    order: 'id',
    name: 'appeal-comments-page',
  })
}

export const addComment: Handler<typeof commentRoute> = async (request) => {
  const { actor, body, params } = request
  const appeal = await findAppeal(request, params.id)
  return change(request, async (tx) => {
    const { seller_id, id: appeal_id } = appeal
    const data = { seller_id, appeal_id, user_id: actor.id, comment: body.comment }
    const after = plain(await tx.prisma.appeal_comment.create({ data }))
    await audit(tx, request, {
      action: 'appeal.commented',
      entity: 'appeal_comment',
      entity_id: after.id,
      after,
    })
    return { success: true, id: after.id }
  })
}
