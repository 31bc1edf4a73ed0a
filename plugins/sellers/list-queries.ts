import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { literally } from '../../src/platform/database/statements/like.ts'
import { offsetOf, pageOf } from '../../src/platform/database/statements/page.ts'
import type { ListQuery, Seller } from './schemas.ts'

/** One page of the sellers in scope and how many match, in the order of their codes. */
export async function pageOfSellers(db: Sql, scope: Scope, query: ListQuery) {
  const { status, warehouse_id, am_id, search, limit } = query
  const rows = await db.rows<Seller & { total: number }>(
    `with found as not materialized (
       select s.id, s.seller_code from sellers s
       where ($1::text is null or s.status = $1)
         and ($2::int is null or s.primary_warehouse_id = $2)
         and ($3::int is null or s.assigned_am_id = $3)
         and ($4::text is null or s.seller_code ilike $4 or s.company_name ilike $4)
         and ($5::int is null or s.assigned_am_id = $5)
         and ($6::int is null or s.primary_warehouse_id = $6)
     )
     select (select count(*) from found) as total, s.*, a.name as am_name, w.name as warehouse_name
     from (select) one left join (select id from found order by seller_code limit $7 offset $8) page on true
       left join sellers s using (id)
       left join account_managers a on a.id = s.assigned_am_id
       left join warehouses w on w.id = s.primary_warehouse_id
     order by s.seller_code`,
    [
      status === 'all' ? null : status,
      warehouse_id,
      am_id,
      search ? `%${literally(search)}%` : null,
      scope.am_id,
      scope.warehouse_id,
      limit,
      offsetOf(query),
    ],
  )
  return pageOf(rows, 'id', query)
}
