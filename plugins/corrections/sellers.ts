import type { Sql } from '../../src/platform/database/database.ts'
import { offsetOf, pageOf } from '../../src/platform/database/statements/page.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { computed } from './get.ts'
import type { ChangedSeller, SellersQuery, sellersRoute } from './schemas.ts'

export const listChangedSellers: Handler<typeof sellersRoute> = async ({ server, params: { id }, query }) => {
  await computed(server, id)
  return pageOfSellers(server.db, id, query)
}

async function pageOfSellers(db: Sql, id: number, query: SellersQuery) {
  const rows = await db.rows<ChangedSeller & { total: number }>(
    `with found as (
       select c.seller_id, s.seller_code from correction_scores c join sellers s on s.id = c.seller_id
       where c.correction_id = $1
         and ($2::text is null or sign(c.total_after - c.total_before)
                = case $2::text when 'up' then 1 when 'down' then -1 else 0 end)
         and ($3::bool is null or (c.tier_after <> c.tier_before) = $3)
         and ($6::text is null or c.result = $6)
     ), page as (select seller_id, seller_code from found order by seller_code limit $4 offset $5)
     select (select count(*) from found) as total, p.seller_code, s.company_name, c.revision,
            c.total_before, c.total_after, c.total_after - c.total_before as delta,
            c.tier_before, c.tier_after, c.tier_after <> c.tier_before as tier_changed,
            c.is_rated_before, c.is_rated_after, c.raws as components, c.result
     from (select) one left join page p on true left join sellers s on s.id = p.seller_id
       left join correction_scores c on c.seller_id = p.seller_id and c.correction_id = $1
     order by p.seller_code`,
    [id, query.moved, query.tier_changed, query.limit, offsetOf(query), query.result],
  )
  return pageOf(rows, 'seller_code', query)
}
