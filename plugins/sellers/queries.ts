import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Sql, Tx } from '../../src/platform/database/database.ts'
import { dayOf, plain } from '../../src/platform/database/prisma/record.ts'
import { literally } from '../../src/platform/database/statements/like.ts'
import { pageOfRows } from '../../src/platform/database/statements/page.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import type { ListQuery, NewSeller, Seller, SellerChanges } from './schemas.ts'

/** The columns of a seller. */
type SellerRow = Omit<Seller, 'am_name' | 'warehouse_name'>

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

/** The fields that Prisma writes in another form; metadata that is cleared is an empty object. */
const writtenForms = ({ contract_start_date, metadata }: SellerChanges) => ({
  contract_start_date: dayOf(contract_start_date),
  metadata: metadata === undefined ? undefined : ((metadata ?? {}) as Prisma.InputJsonObject),
})

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
