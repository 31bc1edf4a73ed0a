import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Sql, Transaction } from '../../src/platform/database/database.ts'
import { day, instant, jsonb, jsonObject, plainly, text } from '../../src/platform/database/json-text.ts'
import { isInTurn, nextKeys } from '../../src/platform/database/keys-in-turn.ts'
import { literally } from '../../src/platform/database/like.ts'
import { oneForMany } from '../../src/platform/database/one-for-many.ts'
import { nameOfPage, offsetOf } from '../../src/platform/database/page.ts'
import { jsonPage } from '../../src/platform/http/json-page.ts'
import type { ListQuery, Seller } from './schemas.ts'

/** A Seller of a row s, its account manager a and its warehouse w. */
const SELLER = jsonObject({
  id: plainly('s.id'),
  seller_code: text('s.seller_code'),
  company_name: text('s.company_name'),
  contract_type: text('s.contract_type'),
  contract_start_date: day('s.contract_start_date'),
  primary_warehouse_id: plainly('s.primary_warehouse_id'),
  assigned_am_id: plainly('s.assigned_am_id'),
  oms_system_type: text('s.oms_system_type'),
  payment_terms_days: plainly('s.payment_terms_days'),
  metadata: jsonb('s.metadata'),
  status: text('s.status'),
  am_name: text('a.name'),
  warehouse_name: text('w.name'),
  created_at: instant('s.created_at'),
  updated_at: instant('s.updated_at'),
})

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

interface JsonRows {
  rows: string | null
  total: number
}

/** One page of the sellers in scope and how many match, as JSON, in the order of their codes. */
export async function pageOfSellers(db: Sql, scope: Scope, query: ListQuery) {
  const values = valuesOf(scope, query)
  if (isInTurn(db)) return jsonPage<Seller>(await nextPage(db, values, query), query)
  const [status, ...others] = values
  const isWhole = status !== null && others.every((filter) => (filter ?? null) === null)
  const page = isWhole ? await pageOfStatus(db, query) : await anyPage(db, values, query)
  return jsonPage<Seller>(page, query)
}

/** What is asked for most is prepared, so that it is neither read nor planned each time. */
function pageOfStatus(db: Sql, query: ListQuery): Promise<JsonRows> {
  const { status, limit } = query
  const values = [status, offsetOf(query)]
  return oneForMany(db, `status ${limit} ${values}`, () =>
    db.one<JsonRows>(
      `select (select count(*) from sellers where status = $1) as total,
              string_agg(${SELLER}, ',' order by p.seller_code) as rows
       from (select id, seller_code from sellers where status = $1 order by seller_code limit ${limit} offset $2) p
         join sellers s on s.id = p.id
         left join account_managers a on a.id = s.assigned_am_id
         left join warehouses w on w.id = s.primary_warehouse_id`,
      values,
      nameOfPage('sellers', limit),
    ),
  )
}

/** Without a name the statement is planned anew each time, for the filters that are given. */
function anyPage(db: Sql, filters: unknown[], query: ListQuery): Promise<JsonRows> {
  const values = [...filters, query.limit, offsetOf(query)]
  return oneForMany(db, `sellers ${JSON.stringify(values)}`, () =>
    db.one<JsonRows>(
      `with found as not materialized (${FOUND})
       select (select count(*) from found) as total, string_agg(${SELLER}, ',' order by p.seller_code) as rows
       from (select * from found order by seller_code limit $7 offset $8) p
         join sellers s on s.id = p.id
         left join account_managers a on a.id = s.assigned_am_id
         left join warehouses w on w.id = s.primary_warehouse_id`,
      values,
    ),
  )
}

async function nextPage(tx: Transaction, values: unknown[], query: ListQuery): Promise<JsonRows> {
  const list = {
    keys: `select id from (${FOUND}) p order by seller_code`,
    count: `select count(*) as total from (${FOUND}) p`,
    values,
  }
  const { keys, total } = await nextKeys<{ id: number }>(tx, list, query)
  const { rows } = await tx.one<{ rows: string | null }>(
    `select string_agg(${SELLER}, ',' order by p.place) as rows
     from unnest($1::int[]) with ordinality p(id, place)
       join lateral (select * from sellers s where s.id = p.id offset 0) s on true
       left join account_managers a on a.id = s.assigned_am_id
       left join warehouses w on w.id = s.primary_warehouse_id`,
    [keys.map(({ id }) => id)],
  )
  return { rows, total }
}
