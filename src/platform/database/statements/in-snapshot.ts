import { BULK_TRANSACTION } from '../connect/bounds.ts'
import type { Database, Tx } from '../database.ts'

/**
 * Runs reads that all see the database as it was at the first of them, however long they take, on one connection.
 * Nothing can be written by them. `work` may run twice, as in every transaction.
 */
export const inSnapshot = <T>(db: Database, work: (reads: Tx) => Promise<T>): Promise<T> =>
  db.transaction(
    async (tx) => {
      await tx.run`set transaction isolation level repeatable read, read only`
      return work(tx)
    },
    { ...BULK_TRANSACTION, bulk: true },
  )
