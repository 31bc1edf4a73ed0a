import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** For how long a snapshot may lie idle before the server ends it, because old rows are kept while it is open. */
const IDLE_TIMEOUT_MS = 60_000

/** The instant is that of the first select, not of begin. */
const BEGIN = `begin isolation level repeatable read, read only;
  set local idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS};
  select`

/** Reads that all see the database as it was at one instant, however long they take. */
export interface Snapshot {
  /** Whatever `work` reads through `db.rows` and `db.row`, it reads here. */
  read<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Query = (config: pg.QueryConfig) => Promise<pg.QueryResult>

const current = new AsyncLocalStorage<Query>()

/** What reads go through: the snapshot around the caller, or any connection of the pool. */
export const queryOf = ({ query }: { query: Query }): Query => current.getStore() ?? query

/** Takes a connection of the pool until it is closed. `lost` is called when the server ends it before that. */
export async function openSnapshot(pool: pg.Pool, lost: (error: Error) => void): Promise<Snapshot> {
  const client = await pool.connect()
  client.on('error', lost)
  try {
    await client.query(BEGIN)
  } catch (error) {
    client.release(true)
    throw error
  }
  // A connection does one statement at a time; handlers ask for several at once.
  let last: Promise<unknown> = Promise.resolve()
  const query: Query = (config) => {
    const result = last.then(() => client.query(config))
    last = result
    return result
  }
  return {
    read: (work) => current.run(query, work),
    async close() {
      const broken = await last
        .then(() => client.query('rollback'))
        .then(
          () => false,
          () => true,
        )
      client.off('error', lost)
      client.release(broken)
    },
  }
}
