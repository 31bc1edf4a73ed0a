import type { Sql } from '../../src/platform/database/database.ts'
import { offsetOf, pageOf } from '../../src/platform/database/page.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { fixedOf } from './fixed-queries.ts'
import { completed } from './reading.ts'
import type { SellerMonth, SellersQuery, sellersSchema } from './scores-schemas.ts'
import { joinMoved, standingsOf } from './standings.ts'

export const listSellers: Handler<typeof sellersSchema> = async ({ server, params: { id }, query }) => {
  await completed(server, id)
  return pageOfSellers(server.db, id, query)
}

/** One page of the scores of a backtest and how many match, by seller code and month. */
async function pageOfSellers(db: Sql, id: number, query: SellersQuery) {
  const { period, moved, from_tier, to_tier, limit } = query
  const { names, heights } = standingsOf(await fixedOf(db, id))
  const rows = await db.rows<SellerMonth & { total: number }>(
    `with found as materialized (
       select b.*, s.seller_code from backtest_scores b join sellers s on s.id = b.seller_id ${joinMoved('$8', '$9')}
       where b.backtest_id = $1
         and ($2::text is null or b.period = $2)
         and ($3::int is null or moved = $3)
         and ($4::text is null or lower(b.before_tier) = lower($4))
         and ($5::text is null or lower(b.after_tier) = lower($5))
     ), page as (
       select * from found order by seller_code, period limit $6 offset $7
     )
     select (select count(*) from found) as total, p.seller_code, p.period, p.am_id,
            p.before_total as total_before, p.after_total as total_after, p.after_total - p.before_total as delta,
            p.before_tier as tier_before, p.after_tier as tier_after,
            p.before_rated as is_rated_before, p.after_rated as is_rated_after,
            p.before_surcharges as surcharges_before, p.after_surcharges as surcharges_after
     from (select) one left join page p on true
     order by p.seller_code, p.period`,
    [id, period, moved && SIGN[moved], from_tier, to_tier, limit, offsetOf(query), names, heights],
  )
  return pageOf(rows, 'seller_code', query)
}

const SIGN = { up: 1, none: 0, down: -1 }
