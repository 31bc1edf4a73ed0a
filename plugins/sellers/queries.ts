import type { Tx } from '../../src/platform/database/database.ts'
import { dayOf, plain } from '../../src/platform/database/prisma/record.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import type { NewSeller, Seller, SellerChanges } from './schemas.ts'

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

/** The fields that Prisma writes in another form; metadata that is cleared is an empty object. */
const writtenForms = ({ contract_start_date, metadata }: SellerChanges) => ({
  contract_start_date: dayOf(contract_start_date),
  metadata: metadata === undefined ? undefined : ((metadata ?? {}) as Prisma.InputJsonObject),
})
