import type { Sql } from '../../src/platform/database/database.ts'
import { joinMoved, type Standings } from './report/standings.ts'
import type { SellerMonth, SellersQuery } from './scores-schemas.ts'

/** Which scores of a backtest; `moved` is the sign of their move, told by `standings`. */
export interface SellersFilter {
  id: number
  period: string | undefined
  from_tier: string | undefined
  to_tier: string | undefined
  moved?: number
  standings?: Standings
}

/** What a list by seller code and month goes on after. */
export type Last = Pick<SellerMonth, 'seller_code' | 'period'>

/** Scores that match, with the codes of their sellers. Parameters 1 to 7 are the filter's. */
const found = ({ standings }: SellersFilter) => `
  from sellers s join backtest_scores b on b.seller_id = s.id ${standings ? joinMoved('$6', '$7') : ''}
  where b.backtest_id = $1
    and ($2::text is null or b.period = $2)
    and ($3::text is null or lower(b.before_tier) = lower($3))
    and ($4::text is null or lower(b.after_tier) = lower($4))
    and ${standings ? 'moved = $5::int and b.untouched is null' : 'coalesce($5::int, cardinality($6::text[]), cardinality($7::numeric[])) is null'}`

const ORDERS = {
  seller_code: 's.seller_code, b.period',
  delta: 'abs(b.after_total - b.before_total) desc, s.seller_code, b.period',
}

const valuesOf = ({ id, period, from_tier, to_tier, moved, standings }: SellersFilter) => [
  ...[id, period, from_tier, to_tier, moved],
  ...[standings?.names, standings?.heights],
]

export const countSellers = async (db: Sql, filter: SellersFilter) =>
  (await db.one<{ total: number }>(`select count(*) as total ${found(filter)}`, valuesOf(filter))).total

/**
 * One page: after a row of the order by seller code, for which there are indexes, or past so many. Only the rows of
 * the page are read whole.
 */
export const sellersPage = (
  db: Sql,
  filter: SellersFilter,
  start: { sort: SellersQuery['sort']; limit: number; offset: number; after: Last | undefined },
) =>
  db.rows<SellerMonth>(
    `with page as materialized (
       select b.seller_id, b.backtest_id, b.period ${found(filter)}
         and ($8::text is null or (s.seller_code >= $8 and (s.seller_code > $8 or b.period > $9)))
       order by ${ORDERS[start.sort]} limit $10 offset $11
     )
     select s.seller_code, s.company_name, b.period, b.am_id,
            b.before_total as total_before, b.after_total as total_after, b.after_total - b.before_total as delta,
            b.before_tier as tier_before, b.after_tier as tier_after,
            b.before_rated as is_rated_before, b.after_rated as is_rated_after,
            b.before_surcharges as surcharges_before, b.after_surcharges as surcharges_after, b.untouched
     from page p join backtest_scores b using (seller_id, backtest_id, period) join sellers s on s.id = p.seller_id
     order by ${ORDERS[start.sort]}`,
    [...valuesOf(filter), start.after?.seller_code, start.after?.period, start.limit, start.offset],
  )
