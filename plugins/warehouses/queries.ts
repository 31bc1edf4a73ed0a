import type { Database, Tx } from '../../src/platform/database/database.ts'
import { offsetOf } from '../../src/platform/database/page.ts'
import { plain } from '../../src/platform/database/record.ts'
import type { Warehouse } from './schemas.ts'

/** One page of warehouses and how many there are, in the order of their codes. */
export async function pageOfWarehouses(
  { prisma }: Database,
  { page, limit }: { page: number; limit: number },
) {
  const [records, total] = await Promise.all([
    prisma.warehouse.findMany({
      orderBy: [{ code: 'asc' }, { id: 'asc' }],
      skip: offsetOf({ page, limit }),
      take: limit,
    }),
    prisma.warehouse.count(),
  ])
  return { data: plain(records), total, page, limit }
}

/** The warehouse as it stands, locked until the transaction ends, so that two changes see each other. */
export const lockWarehouse = (tx: Tx, id: number) =>
  tx.row<Warehouse>`select * from warehouses where id = ${id} for update`
