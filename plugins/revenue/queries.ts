import type { Scope } from '../../src/domain/sellers/scope.ts'
import { revenue } from '../../src/feeds/revenue.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { jsonFields, jsonObject, plainly, text } from '../../src/platform/database/statements/json-text.ts'
import { type JsonList, pageOfList } from '../../src/platform/http/answers/json-list.ts'
import { Revenue, type RevenueQuery } from './schemas.ts'

const LIST: JsonList = {
  name: 'revenue',
  table: revenue.table,
  row: 'f',
  keys: { seller_id: 'int', period: 'text' },
  joins: 'join sellers s on s.id = f.seller_id',
  record: jsonObject({
    ...jsonFields(Revenue, 'f'),
    seller_code: text('s.seller_code'),
    company_name: text('s.company_name'),
    am_id: plainly('s.assigned_am_id'),
  }),
}

/** The keys of the rows that match. */
const FOUND = `
  select f.seller_id, f.period, s.seller_code
  from ${revenue.table} f join sellers s on s.id = f.seller_id
  where f.period between $1 and $2
    and ($3::text is null or s.seller_code = $3)
    and ($4::int is null or s.assigned_am_id = $4) and ($5::int is null or s.primary_warehouse_id = $5)`

/** One page of what sellers in scope turned over in some months and how many rows match, as JSON. */
export function pageOfRevenue(db: Sql, scope: Scope, { from, to, seller_code, ...page }: RevenueQuery) {
  const values = [from, to, seller_code, scope.am_id, scope.warehouse_id]
  return pageOfList<Revenue>(db, LIST, { found: FOUND, values, order: 'p.seller_code, p.period' }, page)
}
