import type { Static } from '@sinclair/typebox'
import { type NamedScoreRow, recordOf } from '../../../src/domain/scores/score-row.ts'
import { isBlocked } from '../../../src/domain/sellers/payment-block.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { literally } from '../../../src/platform/database/statements/like.ts'
import { offsetOf, pageOf } from '../../../src/platform/database/statements/page.ts'
import type { monthlyRoute } from './schemas.ts'

/** What is asked for, with the periods and the seller as they were found. */
type MonthlyFilter = Omit<Static<typeof monthlyRoute.schema.querystring>, 'by' | 'period'> & {
  from: string
  to: string
  seller_id?: number
  /** Only sellers that this account manager looks after now. */
  portfolio_of: number | null
}

/** Of the page's keys, which are called p: the number of an unrated score is no place among the others. */
const ORDERS = {
  seller_code: 'p.code, p.period',
  '-seller_code': 'p.code desc, p.period',
  total_sos: 'p.is_rated desc, p.total_sos, p.code, p.period',
  '-total_sos': 'p.is_rated desc, p.total_sos desc, p.code, p.period',
  delta: 'p.is_rated desc, p.delta_sos, p.code, p.period',
  '-delta': 'p.is_rated desc, p.delta_sos desc, p.code, p.period',
}

/** The keys of the scores that match, by the values of `pageOfScores`. */
const FOUND = `
  select m.seller_id, m.period, m.code, m.is_rated, m.total_sos, m.delta_sos
  from monthly_scores m
  where (case when $11 then m.period = $1 else m.period between $1 and $2 end)
    and ($3::text is null or m.status = $3)
    and ($4::int is null or m.am_id = $4)
    and ($5::int is null or m.warehouse_id = $5)
    and ($6::int is null or m.seller_id = $6)
    and ($7::text is null or m.code = $7)
    and ($8::text is null or m.seller_id = any(array(
          select id from sellers where seller_code ilike $8 or company_name ilike $8)))
    and ($9::text is null or lower(m.tier_name) = lower($9))
    and ($12::bool is null or m.before_contract = $12)
    and ($13::bool is null or m.seller_id = any(array(select s.id from sellers s where ${isBlocked('s')} = $13)))
    and ($10::int is null or m.seller_id = any(array(select id from sellers where assigned_am_id = $10)))`

/** One page of the scores of some periods and how many match: the keys of the page are found first, and then its rows. */
export async function pageOfScores(db: Sql, filter: MonthlyFilter) {
  const order = ORDERS[filter.sort]
  const { from, to, status, am_id, warehouse_id, seller_id, seller_code, search, tier, portfolio_of } = filter
  const { before_contract, is_blocked } = filter
  const rows = await db.rows<NamedScoreRow & { total: number; is_blocked: boolean }>(
    `with found as not materialized (${FOUND})
     select (select count(*) from found) as total, m.*, s.seller_code, s.company_name, a.name as am_name,
            ${isBlocked('s')} as is_blocked
     from (select) one left join (select * from found p order by ${order} limit $14 offset $15) p on true
       left join monthly_scores m using (seller_id, period)
       left join sellers s on s.id = m.seller_id
       left join account_managers a on a.id = m.am_id
     order by ${order}`,
    [
      ...[from, to, status, am_id, warehouse_id, seller_id, seller_code],
      ...[
        search ? `%${literally(search)}%` : null,
        tier,
        portfolio_of,
        from === to,
        before_contract,
        is_blocked,
      ],
      ...[filter.limit, offsetOf(filter)],
    ],
  )
  const page = pageOf(rows, 'id', filter)
  return { ...page, data: page.data.map((row) => ({ ...recordOf(row), is_blocked: row.is_blocked })) }
}
