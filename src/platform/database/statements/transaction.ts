import type pg from 'pg'
import { IDLE_MS } from '../connect/bounds.ts'
import type { Pool } from '../connect/pool.ts'
import { boundsOf, type TransactionBounds } from '../connect/session.ts'
import { sqlState } from '../connect/unavailable.ts'
import type { Sql } from './sql.ts'

export type Query = (config: pg.QueryConfig) => Promise<pg.QueryResult>

/** Runs `work` in one transaction, whose statements wait for each other. @throws DatabaseUnavailable, and what `work` throws */
export const inTransaction = <T>(pool: Pool, bounds: TransactionBounds, work: (query: Query) => Promise<T>) =>
  pool.onConnection(bounds.timeout, async (client) => {
    const query = inTurn(client)
    try {
      await query({ text: `begin; ${boundsOf(bounds)}` })
      const result = await work(query)
      await query({ text: 'commit' })
      return result
    } catch (error) {
      // After what is still asked; a connection that broke has no transaction left.
      await query({ text: 'rollback' }).catch(() => {})
      throw error
    }
  })

/**
 * A connection does one statement at a time; handlers ask for several at once. Each has a copy of its values, which is
 * emptied: pg's finished queries would keep them.
 */
export function inTurn(client: pg.ClientBase): Query {
  let last: Promise<unknown> = Promise.resolve()
  return (config) => {
    const values = [...(config.values ?? [])]
    const result = last.then(() => client.query({ ...config, values }))
    last = result.catch(() => {})
    return result.finally(() => values.splice(0))
  }
}

/** How often a transaction is begun before its failure is the caller's. */
const TRIES = 4

/** A deadlock, a serialization failure, and what Prisma calls the latter. */
const CONFLICTS = ['40P01', '40001', 'P2034']

/** Whether a transaction failed only because it met another one. */
const isConflict = (error: unknown) =>
  CONFLICTS.includes(sqlState(error) ?? String((error as { code?: string } | undefined)?.code))

/** Begins a transaction again when it met another one: PostgreSQL has undone all of it. */
export async function againAfterConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      if (tries === TRIES || !isConflict(error)) throw error
    }
  }
}

/** Waits for other work in a transaction: the server would end one that lies idle for long. */
export function staysAwake<T>(tx: Sql, work: Promise<T>): Promise<T> {
  // One that has failed says so to the next statement.
  const timer = setInterval(() => void tx.run`select 1`.catch(() => {}), IDLE_MS / 4).unref()
  return work.finally(() => clearInterval(timer))
}
