import type { Database, Tx } from '../../src/platform/database/database.ts'
import { plain } from '../../src/platform/database/prisma/record.ts'
import { offsetOf, pageOf } from '../../src/platform/database/statements/page.ts'
import type { AppealComment } from './comment-schemas.ts'
import type { AppealKey } from './queries.ts'

/** One page of the comments on an appeal and how many there are, the oldest first. */
export async function pageOfComments(
  db: Database,
  { seller_id, id }: AppealKey,
  query: { page: number; limit: number },
) {
  const rows = await db.rows<AppealComment & { total: number }>(
    `with found as (
       select * from appeal_comments where seller_id = $1 and appeal_id = $2
     ), page as (
       select * from found order by id limit $3 offset $4
     )
     select (select count(*) from found) as total, page.*, u.username, u.full_name
     from (select) one left join page on true left join users u on u.id = page.user_id
     order by page.id`,
    [seller_id, id, query.limit, offsetOf(query)],
    'appeal-comments-page',
  )
  return pageOf(rows, 'id', query)
}

export const insertComment = async (tx: Tx, { seller_id, id }: AppealKey, user_id: number, comment: string) =>
  plain(await tx.prisma.appeal_comment.create({ data: { seller_id, appeal_id: id, user_id, comment } }))
