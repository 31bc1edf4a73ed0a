import { bulkTransaction } from './bulk-transaction.ts'
import type { Database } from './database.ts'

/** What reads whole statements. */
export type Reads = Pick<Database, 'rows' | 'row'>

const TIMEOUT = { timeout: 600_000 }

/**
 * Runs reads that all see the database as it was at the first of them, however long they take, on one connection.
 * Nothing can be written by them. `work` may run twice, as in every transaction.
 */
export const inSnapshot = <T>(db: Database, work: (reads: Reads) => Promise<T>): Promise<T> =>
  bulkTransaction(
    db,
    async (tx) => {
      await tx.$executeRaw`set transaction isolation level repeatable read, read only`
      // A connection does one statement at a time; handlers ask for several at once.
      let last: Promise<unknown> = Promise.resolve()
      const rows = <Row>(text: string, values: unknown[] = []) => {
        const result = last.then(() => tx.$queryRawUnsafe<Row[]>(text, ...values))
        last = result
        return result
      }
      const row = async <Row>(text: string, values?: unknown[]) => (await rows<Row>(text, values))[0]
      return work({ rows, row })
    },
    TIMEOUT,
  )
