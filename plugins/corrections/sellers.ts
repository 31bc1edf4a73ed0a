import { pageOfRows } from '../../src/platform/database/statements/page.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { computed } from './get.ts'
import type { ChangedSeller, sellersRoute } from './schemas.ts'

export const listChangedSellers: Handler<typeof sellersRoute> = async ({ server, params: { id }, query }) => {
  await computed(server, id)
  return pageOfRows<ChangedSeller>(server.db, query, {
    rows: `
      select s.seller_code, s.company_name, c.revision, c.total_before, c.total_after,
             c.total_after - c.total_before as delta, c.tier_before, c.tier_after,
             c.tier_after <> c.tier_before as tier_changed, c.is_rated_before, c.is_rated_after, c.raws as components, c.result
      from correction_scores c join sellers s on s.id = c.seller_id
      where c.correction_id = $1
        and ($2::text is null or sign(c.total_after - c.total_before)
               = case $2::text when 'up' then 1 when 'down' then -1 else 0 end)
        and ($3::bool is null or (c.tier_after <> c.tier_before) = $3)
        and ($4::text is null or c.result = $4)`,
    values: [id, query.moved, query.tier_changed, query.result],
    order: 'seller_code',
  })
}
