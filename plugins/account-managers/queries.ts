import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { offsetOf } from '../../src/platform/database/page.ts'
import { plain } from '../../src/platform/database/record.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'

/** One page of the account managers in scope and how many there are, in the order of their names. */
export async function pageOfAccountManagers(
  { prisma }: Database,
  { am_id }: Scope,
  { page, limit }: { page: number; limit: number },
) {
  const where = { id: am_id ?? undefined }
  const [records, total] = await Promise.all([
    prisma.account_manager.findMany({
      where,
      include: COUNTED,
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      skip: offsetOf({ page, limit }),
      take: limit,
    }),
    prisma.account_manager.count({ where }),
  ])
  return { data: records.map(shown), total, page, limit }
}

/** The account manager with this id, or null. */
export async function accountManagerBy({ prisma }: Database, id: number) {
  const record = await prisma.account_manager.findFirst({ where: { id }, include: COUNTED })
  return record && shown(record)
}

const COUNTED = { _count: { select: { sellers: { where: { status: 'active' } } } } } as const

function shown(record: Prisma.account_managerGetPayload<{ include: typeof COUNTED }>) {
  const { _count, ...am } = plain(record)
  return { ...am, sellers_count: _count.sellers }
}

/** The columns of an account manager. */
export interface AccountManagerRow {
  id: number
  name: string
  email: string | null
  employee_id: number | null
  is_active: boolean
}

/** The account manager as it stands, locked: whoever assigns a seller to it meanwhile waits, and then looks again. */
export const lockAccountManager = (tx: Tx, id: number) =>
  tx.row<AccountManagerRow>`select * from account_managers where id = ${id} for update`

/** A seller that looks for another account manager. */
export interface AssignedSeller {
  id: number
  seller_code: string
  status: string
}

/** All sellers of an account manager, locked in the order of their codes, as pushes lock them. */
export const lockSellersOf = (tx: Tx, amId: number) => tx.rows<AssignedSeller>`
  select * from sellers where assigned_am_id = ${amId} order by seller_code for update`

/** Gives sellers to an account manager, or to none; answers them as they are now. */
export const assignSellers = (tx: Tx, ids: number[], amId: number | null) => tx.rows<AssignedSeller>`
  update sellers set assigned_am_id = ${amId}::int, updated_at = now()
  where id = any(${ids}::int[]) returning *`
