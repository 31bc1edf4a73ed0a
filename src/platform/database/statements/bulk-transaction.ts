import type pg from 'pg'
import type { Pool } from '../connect/pool.ts'
import { boundsOf, type TransactionBounds } from '../connect/session.ts'
import { sqlOver, type Transaction } from './sql.ts'

export interface BulkBounds extends TransactionBounds {
  /**
   * Promises that rows are only joined by their keys: then PostgreSQL looks them up, where it would read a whole table
   * that was small when it last counted.
   */
  byKey?: boolean
}

/** Runs `work` in one transaction of pg's. @throws DatabaseUnavailable, and what `work` throws */
export async function bulkTransaction<T>(
  pool: Pool,
  work: (tx: Transaction) => Promise<T>,
  { byKey = false, ...bounds }: BulkBounds,
): Promise<T> {
  const held = await pool.take(bounds.timeout)
  const { client } = held
  try {
    await client.query(`begin; ${boundsOf(client, bounds)}${byKey ? BY_KEY : ''}`)
    const result = await work({ ...sqlOver((config) => run(client, config)), isTransaction: true })
    await client.query('commit')
    held.giveBack()
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {}) // a connection that broke has no transaction left
    throw pool.failed(held, error)
  }
}

const BY_KEY = '; set local enable_hashjoin = off; set local enable_mergejoin = off'

/** Runs a statement with a copy of its values and empties that afterwards: pg's finished queries would keep them. */
async function run(client: pg.ClientBase, { text, values: given = [] }: pg.QueryConfig) {
  const values = [...given]
  try {
    return await client.query(text, values)
  } finally {
    values.length = 0
  }
}
