import pg from 'pg'
import type { Database } from '../../src/platform/database/database.ts'

const LOCK = 'demo data'

/**
 * Runs `work` while no other process runs its own: each waits for its turn. The lock lives in a connection of its own,
 * and so ends with the process, however it ends.
 */
export async function inTurn<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: db.connectionString, keepAlive: true })
  client.on('error', () => {}) // the turn is over then; whoever takes it next repeats what was done, which changes nothing
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [LOCK])
    return await work()
  } finally {
    await client.end()
  }
}
