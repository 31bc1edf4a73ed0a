import type { Sql } from '../../src/platform/database/database.ts'
import { offsetOf } from '../../src/platform/database/statements/page.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { completed } from './get.ts'
import { fixedOf } from './report/report-queries.ts'
import { joinMoved, type Standings, standingsOf } from './report/standings.ts'
import type { SellerMonth, SellersQuery, sellersRoute } from './scores-schemas.ts'

/** Which scores of a backtest; `moved` is the sign of their move, told by `standings`. */
interface SellersFilter {
  id: number
  period: string | undefined
  from_tier: string | undefined
  to_tier: string | undefined
  surcharges_differ: boolean | undefined
  moved?: number
  standings?: Standings
}

/** What a list by seller code and month goes on after. */
type Last = Pick<SellerMonth, 'seller_code' | 'period'>

/** Where a page ended, for an export that reads the next one: it neither counts again nor skips what it has read. */
interface Resume {
  total: number
  last: Last
}

export const listSellers: Handler<typeof sellersRoute> = async ({ server, params: { id }, query }) => {
  await completed(server, id)
  return pageOfSellers(server.db, id, query)
}

/** One page of the scores of a backtest and how many match. They don't change, so a later page goes on where one ended. */
async function pageOfSellers(db: Sql, id: number, query: SellersQuery & { resume?: Resume }) {
  const { page, limit, resume, sort } = query
  const filter = await filterOf(db, id, query)
  const total = resume?.total ?? (await countSellers(db, filter))
  const after = sort === 'seller_code' ? resume?.last : undefined
  const start = { sort, limit, offset: after ? 0 : offsetOf(query), after }
  const data = await sellersPage(db, filter, start)
  const last = data.at(-1)
  return { data, total, page, limit, resume: last && { total, last } }
}

async function filterOf(
  db: Sql,
  id: number,
  { period, moved, from_tier, to_tier, surcharges_differ }: SellersQuery,
): Promise<SellersFilter> {
  const common = { id, period, from_tier, to_tier, surcharges_differ }
  return moved ? { ...common, moved: SIGN[moved], standings: standingsOf(await fixedOf(db, id)) } : common
}

const SIGN = { up: 1, none: 0, down: -1 }

/** Scores that match, with the codes of their sellers. Parameters 1 to 8 are the filter's. */
const found = ({ standings }: SellersFilter) => `
  from sellers s join backtest_scores b on b.seller_id = s.id ${standings ? joinMoved('$6', '$7') : ''}
  where b.backtest_id = $1
    and ($2::text is null or b.period = $2)
    and ($3::text is null or lower(b.before_tier) = lower($3))
    and ($4::text is null or lower(b.after_tier) = lower($4))
    and ($8::bool is null or (b.before_surcharges <> b.after_surcharges) = $8 and b.untouched is null)
    and ${standings ? 'moved = $5::int and b.untouched is null' : 'coalesce($5::int, cardinality($6::text[]), cardinality($7::numeric[])) is null'}`

const ORDERS = {
  seller_code: 's.seller_code, b.period',
  delta: 'abs(b.after_total - b.before_total) desc, s.seller_code, b.period',
  surcharges: 'abs(b.after_surcharges - b.before_surcharges) desc, s.seller_code, b.period',
}

const valuesOf = ({ id, period, from_tier, to_tier, moved, standings, surcharges_differ }: SellersFilter) => [
  ...[id, period, from_tier, to_tier, moved],
  ...[standings?.names, standings?.heights, surcharges_differ],
]

const countSellers = async (db: Sql, filter: SellersFilter) =>
  (await db.one<{ total: number }>(`select count(*) as total ${found(filter)}`, valuesOf(filter))).total

/**
 * One page: after a row of the order by seller code, for which there are indexes, or past so many. Only the rows of
 * the page are read whole.
 */
const sellersPage = (
  db: Sql,
  filter: SellersFilter,
  start: { sort: SellersQuery['sort']; limit: number; offset: number; after: Last | undefined },
) =>
  db.rows<SellerMonth>(
    `with page as materialized (
       select b.seller_id, b.backtest_id, b.period ${found(filter)}
         and ($9::text is null or (s.seller_code >= $9 and (s.seller_code > $9 or b.period > $10)))
       order by ${ORDERS[start.sort]} limit $11 offset $12
     )
     select s.seller_code, s.company_name, b.period, b.am_id,
            b.before_total as total_before, b.after_total as total_after, b.after_total - b.before_total as delta,
            b.before_tier as tier_before, b.after_tier as tier_after,
            b.before_rated as is_rated_before, b.after_rated as is_rated_after,
            b.before_surcharges as surcharges_before, b.after_surcharges as surcharges_after,
            b.before_why as why_before, b.after_why as why_after, b.untouched
     from page p join backtest_scores b using (seller_id, backtest_id, period) join sellers s on s.id = p.seller_id
     order by ${ORDERS[start.sort]}`,
    [...valuesOf(filter), start.after?.seller_code, start.after?.period, start.limit, start.offset],
  )
