import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { jsonFields, jsonObject, text } from '../../src/platform/database/statements/json-text.ts'
import { literally } from '../../src/platform/database/statements/like.ts'
import { type JsonList, pageOfList } from '../../src/platform/http/answers/json-list.ts'
import { type ListQuery, Seller } from './schemas.ts'

/** The fields of a Seller of a row s, its account manager a and its warehouse w. */
export const SELLER_COLUMNS = {
  ...jsonFields(Seller, 's'),
  am_name: text('a.name'),
  warehouse_name: text('w.name'),
}

const LIST: JsonList = {
  name: 'sellers',
  table: 'sellers',
  row: 's',
  keys: { id: 'int' },
  joins: `
    left join account_managers a on a.id = s.assigned_am_id
    left join warehouses w on w.id = s.primary_warehouse_id`,
  record: jsonObject(SELLER_COLUMNS),
}

/** The sellers that match, by the values of `valuesOf`. */
const FOUND = `
  select s.id, s.seller_code from sellers s
  where ($1::text is null or s.status = $1)
    and ($2::int is null or s.primary_warehouse_id = $2)
    and ($3::int is null or s.assigned_am_id = $3)
    and ($4::text is null or s.seller_code ilike $4 or s.company_name ilike $4)
    and ($5::int is null or s.assigned_am_id = $5)
    and ($6::int is null or s.primary_warehouse_id = $6)`

const valuesOf = (scope: Scope, { status, warehouse_id, am_id, search }: ListQuery): unknown[] => [
  status === 'all' ? null : status,
  warehouse_id,
  am_id,
  search ? `%${literally(search)}%` : null,
  scope.am_id,
  scope.warehouse_id,
]

/** One page of the sellers in scope and how many match, as JSON, in the order of their codes. */
export function pageOfSellers(db: Sql, scope: Scope, query: ListQuery) {
  const values = valuesOf(scope, query)
  const [status, ...others] = values
  const isWhole = status !== null && others.every((filter) => (filter ?? null) === null)
  const whole = isWhole ? { column: 'status', value: status, order: 'seller_code' } : undefined
  return pageOfList<Seller>(db, LIST, { found: FOUND, values, order: 'p.seller_code', whole }, query)
}
