import { type Static, Type } from '@sinclair/typebox'
import { pageOfRows, plain } from '../../src/platform/database/statements/records.ts'
import { audit, change } from '../../src/platform/http/requests/change.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Created, Id, Model, Text, Timestamp, wholeList } from '../../src/platform/schemas/schemas.ts'
import { findAppeal, params } from './queries.ts'

const comment = Text(5000, {
  description: 'Recommended name; text, message and body are taken too',
  examples: ['The carrier confirmed the outage; the report is attached.'],
})

const AppealComment = Model('AppealComment', {
  id: Id(),
  appeal_id: Id(),
  user_id: Id({ description: 'Whose account wrote it' }),
  username: Type.String({ examples: ['ada'] }),
  full_name: Type.String({ examples: ['Ada Marsh'] }),
  comment,
  created_at: Timestamp(),
})
type AppealComment = Static<typeof AppealComment>

export const listComments = endpoint('GET', '/api/appeals/:id/comments', 'appeals.read', {
  operationId: 'listAppealComments',
  summary: 'The comments on an appeal',
  description: 'Oldest first.',
  params,
  ...wholeList(AppealComment),
})(async (request) => {
  const { seller_id, id } = await findAppeal(request, request.params.id)
  return pageOfRows<AppealComment>(request.server.db, request.query, {
    rows: `
      select c.*, u.username, u.full_name
      from appeal_comments c left join users u on u.id = c.user_id where c.seller_id = $1 and c.appeal_id = $2`,
    values: [seller_id, id],
    order: 'id',
    name: 'appeal-comments-page',
  })
})

export const addComment = endpoint('POST', '/api/appeals/:id/comments', 'appeals.comment', {
  operationId: 'commentAppeal',
  summary: 'Comment on an appeal',
  description:
    'In any state of the appeal, by all who may see it but viewers. Comments are kept as they are written and are part of no event.',
  params,
  body: Closed({ comment }),
  aliases: { comment: ['text', 'message', 'body'] },
  response: { 200: Created },
})(async (request) => {
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
})
