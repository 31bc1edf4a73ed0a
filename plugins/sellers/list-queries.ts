import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { literally } from '../../src/platform/database/statements/like.ts'
import { pageOfRows } from '../../src/platform/database/statements/page.ts'
import type { ListQuery, Seller } from './schemas.ts'

/** One page of the sellers in scope and how many match, in the order of their codes. */
export const pageOfSellers = (db: Sql, scope: Scope, query: ListQuery) =>
  pageOfRows<Seller>(db, query, {
    rows: `
      select s.*, a.name as am_name, w.name as warehouse_name
      from sellers s
        left join account_managers a on a.id = s.assigned_am_id
        left join warehouses w on w.id = s.primary_warehouse_id
      where ($1::text is null or s.status = $1)
        and ($2::int is null or s.primary_warehouse_id = $2)
        and ($3::int is null or s.assigned_am_id = $3)
        and ($4::text is null or s.seller_code ilike $4 or s.company_name ilike $4)
        and ($5::int is null or s.assigned_am_id = $5)
        and ($6::int is null or s.primary_warehouse_id = $6)`,
    values: [
      ...[query.status === 'all' ? null : query.status, query.warehouse_id, query.am_id],
      ...[query.search ? `%${literally(query.search)}%` : null, scope.am_id, scope.warehouse_id],
    ],
    order: 'seller_code',
  })
