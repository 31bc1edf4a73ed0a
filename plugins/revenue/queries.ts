import type { Scope } from '../../src/domain/sellers/scope.ts'
import { revenue } from '../../src/feeds/revenue.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import type { Revenue, RevenueQuery } from './schemas.ts'

/** One page of what sellers in scope turned over in some months, and how many rows match. */
export const pageOfRevenue = (db: Sql, scope: Scope, query: RevenueQuery) =>
  pageOfRows<Revenue>(db, query, {
    rows: `
      select f.*, s.seller_code, s.company_name, s.assigned_am_id as am_id
      from ${revenue.table} f join sellers s on s.id = f.seller_id
      where f.period between $1 and $2
        and ($3::text is null or s.seller_code = $3)
        and ($4::int is null or s.assigned_am_id = $4) and ($5::int is null or s.primary_warehouse_id = $5)`,
    values: [query.from, query.to, query.seller_code, scope.am_id, scope.warehouse_id],
    order: 'seller_code, period',
  })
