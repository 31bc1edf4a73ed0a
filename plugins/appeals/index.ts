import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { Appeal, AppealStatus } from '../../src/domain/appeals/appeal-record.ts'
import { type AppealRow, appealOf, SENT_BY } from '../../src/domain/appeals/appeal-row.ts'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { OneOf, Period, wholeList } from '../../src/platform/schemas/schemas.ts'
import { appealExpiry, expireAppeals } from './appeal-expiry.ts'
import { addComment, listComments } from './comments.ts'
import { getAppeal, getPreview } from './detail.ts'
import { getPrecedents } from './precedents.ts'
import { reviewAsAmHead, reviewAsOps, withdrawAppeal } from './review.ts'
import { submitAppeal } from './submit.ts'

/** Appeals against scores, and the two reviews that decide them. */
export default async function plugin(app: FastifyInstance) {
  app.jobs.add(appealExpiry)
  app.addHook('onReady', async () => {
    if (app.env.WORKER === 'on') await expireAppeals(app) // no worker may have been up last night
  })
  const reads = [getAppeal, getPreview, getPrecedents]
  const decisions = [reviewAsOps, reviewAsAmHead, withdrawAppeal]
  const comments = [listComments, addComment]
  for (const route of [listAppeals, submitAppeal, ...reads, ...decisions, ...comments]) app.route(route)
}

const listAppeals = endpoint('GET', '/api/appeals', 'appeals.read', {
  operationId: 'listAppeals',
  summary: 'List appeals',
  description:
    'Newest first, if `sort` does not say otherwise. An account manager sees those of the own portfolio.',
  ...wholeList(Appeal, {
    status: Type.Optional(AppealStatus({ description: 'Appeals in this state' })),
    period: Type.Optional(Period({ description: 'Appeals against scores of this month' })),
    seller_code: Type.Optional(Type.String({ minLength: 1, description: 'Appeals of this seller' })),
    sort: Type.Optional(
      OneOf(['expires_at'], {
        description:
          'By what the list is sorted: those that wait, the next to expire first, then the decided, newest first',
      }),
    ),
  }),
})(async ({ server, scope, query }) => {
  const { data, ...page } = await pageOfRows<AppealRow>(server.db, query, {
    rows: `
      select a.*, s.seller_code, s.company_name, m.name as am_name, ${SENT_BY}
      from appeals a join sellers s on s.id = a.seller_id left join account_managers m on m.id = a.submitted_by_am_id
      where ($1::text is null or a.status = $1) and ($2::text is null or a.period = $2)
        and ($3::text is null or s.seller_code = $3) and ($4::int is null or s.assigned_am_id = $4)
        and ($5::int is null or s.primary_warehouse_id = $5) and ($6::int is null or a.seller_id = $6)`,
    values: [
      ...[query.status, query.period, query.seller_code],
      ...[scope.am_id, scope.warehouse_id, scope.seller_id],
    ],
    order: query.sort ? `case when open_key is not null then ${query.sort} end, id desc` : 'id desc',
    name: `appeals-page ${query.sort}`,
  })
  return { data: data.map(appealOf), ...page }
})
