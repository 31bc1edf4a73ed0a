import { BULK_TRANSACTION } from '../connect/bounds.ts'
import type { Database, Tx } from '../database.ts'
import type { Transaction } from './sql.ts'

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

/**
 * Reads in a transaction that goes on whatever becomes of the reads: they stand behind a savepoint, to which the
 * transaction always returns, so that nothing they do stays.
 * @param statementMs how long each of the statements may take
 * @throws what `work` throws; the transaction is as it was before
 */
export async function readInSavepoint<T>(tx: Transaction, statementMs: number, work: () => Promise<T>) {
  await tx.run('savepoint reads')
  try {
    await tx.run(`set local statement_timeout = ${statementMs}`)
    return await work()
  } finally {
    await tx.run('rollback to savepoint reads')
  }
}
