import type { Transaction } from './sql.ts'

/**
 * Reads in a transaction that goes on whatever becomes of the reads: they stand behind a savepoint, to which the
 * transaction always returns, so that nothing they do stays.
 * @param statementMs how long each of the statements may take
 * @throws what `work` throws; the transaction is as it was before
 */
export async function readInSavepoint<T>(
  tx: Transaction,
  statementMs: number,
  work: () => Promise<T>,
): Promise<T> {
  await tx.run('savepoint reads')
  try {
    await tx.run(`set local statement_timeout = ${statementMs}`)
    return await work()
  } finally {
    await tx.run('rollback to savepoint reads')
  }
}
