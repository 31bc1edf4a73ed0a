import type { Database, Tx } from '../../src/platform/database/database.ts'
import { plain } from '../../src/platform/database/prisma/record.ts'
import { pageOfRows } from '../../src/platform/database/statements/page.ts'
import type { AppealComment } from './comment-schemas.ts'
import type { AppealKey } from './queries.ts'

/** One page of the comments on an appeal and how many there are, the oldest first. */
export const pageOfComments = (
  db: Database,
  { seller_id, id }: AppealKey,
  query: { page: number; limit: number },
) =>
  pageOfRows<AppealComment>(db, query, {
    rows: `
      select c.*, u.username, u.full_name
      from appeal_comments c left join users u on u.id = c.user_id where c.seller_id = $1 and c.appeal_id = $2`,
    values: [seller_id, id],
    order: 'id',
    name: 'appeal-comments-page',
  })

export const insertComment = async (tx: Tx, { seller_id, id }: AppealKey, user_id: number, comment: string) =>
  plain(await tx.prisma.appeal_comment.create({ data: { seller_id, appeal_id: id, user_id, comment } }))
