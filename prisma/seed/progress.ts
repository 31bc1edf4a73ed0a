import pg from 'pg'
import { destroy } from '../../src/platform/database/connect/checkout.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { keepState, stateOf } from '../../src/platform/database/statements/service-state.ts'
import { StartupError } from '../../src/platform/process/startup-error.ts'

/** The row 'demo' of service_state, written with the first rows of the demo: a start that finds it half made goes on. */
export interface Progress {
  state: 'seeding' | 'ready'
  /** The day everything is dated from, YYYY-MM-DD. */
  anchor: string
  /** How many sellers the demo has. */
  sellers: number
  /** Months that are pushed and scored, with all that follows. */
  months_done: number
}

export const readProgress = (db: Database) => stateOf<Progress>(db, 'demo')

export const writeProgress = (tx: Tx, progress: Progress) => keepState(tx, 'demo', progress)

const LOCK_WAIT_MS = 10 * 60_000
const CONNECT_MS = 5_000
const END_MS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'
const STILL_FILLING =
  'Another process is still filling the database with the demo: see what it waits for, then start again.'

/**
 * Runs `work` while no other process makes the demo. The lock lives in a transaction of a connection of its own, and so
 * ends with the process, however it ends. Where the connection is lost, the work goes on: another process may repeat
 * it, which changes nothing.
 * @throws StartupError when another process holds the lock for `waitMs`, ten minutes by default
 */
export async function withDemoLock<T>(
  { connectionString }: Pick<Database, 'connectionString'>,
  work: () => Promise<T>,
  waitMs = LOCK_WAIT_MS,
): Promise<T> {
  const client = new pg.Client({
    connectionString,
    application_name: 'seller-operating-score demo lock',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
  })
  client.on('error', () => {}) // what the connection was for says so
  await client.connect()
  const query = {
    text: `begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
           set local lock_timeout = ${waitMs}; select pg_advisory_xact_lock(hashtext('demo data'))`,
    query_timeout: waitMs + 5_000,
  }
  try {
    await client.query(query).catch((cause) => {
      throw cause.code === LOCK_NOT_AVAILABLE ? new StartupError(STILL_FILLING, { cause }) : cause
    })
    return await work()
  } finally {
    const patience = setTimeout(() => destroy(client), END_MS) // the server may not answer
    await client.end().catch(() => {})
    clearTimeout(patience)
  }
}
