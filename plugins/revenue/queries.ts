import type { Scope } from '../../src/domain/sellers/scope.ts'
import { revenue } from '../../src/feeds/revenue.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { offsetOf, pageOf } from '../../src/platform/database/statements/page.ts'
import type { Revenue, RevenueQuery } from './schemas.ts'

/** One page of what sellers in scope turned over in some months, and how many rows match. */
export async function pageOfRevenue(db: Sql, scope: Scope, query: RevenueQuery) {
  const { from, to, seller_code, limit } = query
  const rows = await db.rows<Revenue & { total: number }>(
    `with found as not materialized (
       select f.*, s.seller_code, s.company_name, s.assigned_am_id as am_id
       from ${revenue.table} f join sellers s on s.id = f.seller_id
       where f.period between $1 and $2
         and ($3::text is null or s.seller_code = $3)
         and ($4::int is null or s.assigned_am_id = $4) and ($5::int is null or s.primary_warehouse_id = $5)
     )
     select (select count(*) from found) as total, page.*
     from (select) one
       left join (select * from found order by seller_code, period limit $6 offset $7) page on true
     order by seller_code, period`,
    [from, to, seller_code, scope.am_id, scope.warehouse_id, limit, offsetOf(query)],
  )
  return pageOf(rows, 'seller_code', query)
}
