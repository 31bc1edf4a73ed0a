import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { literally } from '../../src/platform/database/like.ts'
import { offsetOf, pageOf } from '../../src/platform/database/page.ts'
import { dayOf, plain } from '../../src/platform/database/record.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import {
  type ListQuery,
  type NewSeller,
  SELLER_STATUSES,
  type Seller,
  type SellerChanges,
} from './schemas.ts'

/** One page of the sellers in scope and how many match, in the order of their codes. */
export async function pageOfSellers(db: Database, scope: Scope, query: ListQuery) {
  const { status, warehouse_id, am_id, search } = query
  const rows = await db.rows<Seller & { total: number }>(
    `with found as (
       select s.id, s.seller_code from sellers s
       where s.status = any($1)
         and ($2::int is null or s.primary_warehouse_id = $2)
         and ($3::int is null or s.assigned_am_id = $3)
         and ($4::text is null or s.seller_code ilike $4 or s.company_name ilike $4)
         and ($5::int is null or s.assigned_am_id = $5)
         and ($6::int is null or s.primary_warehouse_id = $6)
     ), page as (
       select id from found order by seller_code, id limit $7 offset $8
     )
     select (select count(*) from found) as total, s.*, a.name as am_name, w.name as warehouse_name
     from (select) one left join page on true
       left join sellers s on s.id = page.id
       left join account_managers a on a.id = s.assigned_am_id
       left join warehouses w on w.id = s.primary_warehouse_id
     order by s.seller_code, s.id`,
    [
      status === 'all' ? SELLER_STATUSES : [status],
      warehouse_id,
      am_id,
      search ? `%${literally(search)}%` : null,
      scope.am_id,
      scope.warehouse_id,
      query.limit,
      offsetOf(query),
    ],
    'sellers-page',
  )
  return pageOf(rows, 'id', query)
}

/** The columns of a seller. */
export type SellerRow = Omit<Seller, 'am_name' | 'warehouse_name'>

export async function insertSeller(tx: Tx, seller: NewSeller) {
  return plain(await tx.prisma.seller.create({ data: { ...seller, ...writtenForms(seller) } }))
}

/** The seller as it stands, locked until the transaction ends; undefined when it was deleted meanwhile. */
export const lockSeller = (tx: Tx, id: number) =>
  tx.row<SellerRow>`select * from sellers where id = ${id} for update`

/** Changes the given fields, leaves the others. */
export async function changeSeller(tx: Tx, id: number, changes: SellerChanges) {
  return plain(
    await tx.prisma.seller.update({ where: { id }, data: { ...changes, ...writtenForms(changes) } }),
  )
}

/** The code of another seller that differs from this one's only by case. */
export const codeLike = (tx: Tx, { id, seller_code }: Pick<SellerRow, 'id' | 'seller_code'>) =>
  tx.row<{ seller_code: string }>`
    select seller_code from sellers
    where lower(seller_code) = lower(${seller_code}) and id <> ${id} order by id limit 1`

/** The fields that Prisma writes in another form; metadata that is cleared is an empty object. */
const writtenForms = ({ contract_start_date, metadata }: SellerChanges) => ({
  contract_start_date: dayOf(contract_start_date),
  metadata: metadata === undefined ? undefined : ((metadata ?? {}) as Prisma.InputJsonObject),
})
