import { pageOfRows } from '../../src/platform/database/statements/page.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { completed } from './get.ts'
import { fixedOf } from './report/report-queries.ts'
import { joinMoved, standingsOf } from './report/standings.ts'
import type { SellerMonth, sellersRoute } from './scores-schemas.ts'

const SIGN = { up: 1, none: 0, down: -1 }

const ORDERS = {
  seller_code: 'seller_code, period',
  delta: 'abs(delta) desc, seller_code, period',
  surcharges: 'abs(surcharges_after - surcharges_before) desc, seller_code, period',
}

export const listSellers: Handler<typeof sellersRoute> = async ({
  server: { db },
  params: { id },
  query,
}) => {
  await completed(db, id)
  const { period, from_tier, to_tier, moved, surcharges_differ } = query
  const { names, heights } = moved ? standingsOf(await fixedOf(db, id)) : {}
  return pageOfRows<SellerMonth>(db, query, {
    rows: `
      select s.seller_code, s.company_name, b.period, b.am_id,
             b.before_total as total_before, b.after_total as total_after, b.after_total - b.before_total as delta,
             b.before_tier as tier_before, b.after_tier as tier_after,
             b.before_rated as is_rated_before, b.after_rated as is_rated_after,
             b.before_surcharges as surcharges_before, b.after_surcharges as surcharges_after,
             b.before_why as why_before, b.after_why as why_after, b.untouched
      from sellers s join backtest_scores b on b.seller_id = s.id ${joinMoved('$6', '$7')}
      where b.backtest_id = $1
        and ($2::text is null or b.period = $2)
        and ($3::text is null or lower(b.before_tier) = lower($3))
        and ($4::text is null or lower(b.after_tier) = lower($4))
        and ($5::int is null or moved = $5 and b.untouched is null)
        and ($8::bool is null or (b.before_surcharges <> b.after_surcharges) = $8 and b.untouched is null)`,
    values: [id, period, from_tier, to_tier, moved && SIGN[moved], names, heights, surcharges_differ],
    order: ORDERS[query.sort],
  })
}
