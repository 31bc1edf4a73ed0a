import type { Database, Tx } from '../../src/platform/database/database.ts'
import { pageOfRecords, plain } from '../../src/platform/database/statements/records.ts'
import type { Warehouse } from './schemas.ts'

/** One page of warehouses and how many there are, in the order of their codes. */
export const pageOfWarehouses = ({ prisma }: Database, query: { page: number; limit: number }) =>
  pageOfRecords(
    query,
    (rows) => prisma.warehouse.findMany({ orderBy: [{ code: 'asc' }, { id: 'asc' }], ...rows }),
    prisma.warehouse.count(),
    plain,
  )

/** The warehouse as it stands, locked until the transaction ends, so that two changes see each other. */
export const lockWarehouse = (tx: Tx, id: number) =>
  tx.row<Warehouse>`select * from warehouses where id = ${id} for update`
