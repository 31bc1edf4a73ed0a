import { type Static, Type } from '@sinclair/typebox'
import { route } from '../../src/platform/http/route.ts'
import {
  Closed,
  Created,
  Id,
  Text,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'
import { params } from './review-schemas.ts'

const comment = Text(5000, {
  description: 'Recommended name; text, message and body are taken too',
  examples: ['The carrier confirmed the outage; the report is attached.'],
})

export const AppealComment = Type.Object(
  {
    id: Id(),
    appeal_id: Id(),
    user_id: Id({ description: 'Whose account wrote it' }),
    username: Type.String({ examples: ['ada'] }),
    full_name: Type.String({ examples: ['Ada Marsh'] }),
    comment,
    created_at: Timestamp(),
  },
  { title: 'AppealComment' },
)
export type AppealComment = Static<typeof AppealComment>

export const listCommentsRoute = route('GET', '/api/appeals/:id/comments', 'appeals.read', {
  operationId: 'listAppealComments',
  summary: 'The comments on an appeal',
  description: 'Oldest first.',
  params,
  querystring: Closed(WholeListQuery),
  response: { 200: WholeList(AppealComment) },
})

export const commentRoute = route('POST', '/api/appeals/:id/comments', 'appeals.comment', {
  operationId: 'commentAppeal',
  summary: 'Comment on an appeal',
  description:
    'In any state of the appeal, by all who may see it but viewers. Comments are kept as they are written and are part of no event.',
  params,
  body: Closed({ comment }),
  aliases: { comment: ['text', 'message', 'body'] },
  response: { 200: Created },
})
