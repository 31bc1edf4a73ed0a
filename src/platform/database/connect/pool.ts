import pg from 'pg'
import type { Availability } from './availability.ts'
import { GRACE_MS } from './bounds.ts'
import { type CheckedOut, checkOut } from './checkout.ts'
import type { DatabaseUrl } from './database-url.ts'
import { beginSession, fitted, plainValues, WireClient } from './session.ts'
import { sqlState, unavailable } from './unavailable.ts'

/** Connections that are kept for one kind of work, so that no other kind can take them all. */
export type Pool = ReturnType<typeof openPool>

interface PoolOptions {
  address: DatabaseUrl
  /** What the server calls these connections. */
  name: string
  /** How many connections there may be. */
  size: number
  /** How long a statement may take, in milliseconds. */
  statementMs: number
  /** How long a caller waits for a connection, in milliseconds. */
  waitMs: number
  availability: Pick<Availability, 'suspect'>
  /** What else its sessions are set to; behind a pooler in transaction mode they are not. */
  settings?: Record<string, string>
}

export function openPool(options: PoolOptions) {
  const { address, name, size, statementMs, waitMs, availability, settings } = options
  const { connectionString, schema } = address
  const pool = new pg.Pool({
    connectionString,
    max: size,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: name,
    types: { getTypeParser: plainValues },
    Client: WireClient,
    onConnect: (client) => beginSession(client, { statementMs, schema, settings }) as unknown as undefined,
  })
  pool.on('error', () => availability.suspect()) // an idle connection was lost

  /** Gives a connection back after an error of it, and answers what the error means to the caller. */
  function failed(held: CheckedOut, error: unknown): Error {
    const cause = held.broken() ?? error // why the server ended the connection
    const why = unavailable(cause)
    if (why) availability.suspect(cause)
    held.giveBack(isUnusable(held, error))
    return why ?? (cause as Error)
  }

  /** A connection for `ms` milliseconds. */
  const take = (ms: number) =>
    checkOut(pool, { ms: ms + GRACE_MS, late: availability.suspect }).catch((error) => {
      availability.suspect(error)
      throw unavailable(error) ?? error
    })

  /**
   * Runs `work` on a connection of its own, for at most `ms` milliseconds.
   * @throws DatabaseUnavailable, and what `work` throws
   */
  async function onConnection<T>(ms: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const held = await take(ms)
    try {
      const result = await work(held.client)
      held.giveBack()
      return result
    } catch (error) {
      throw failed(held, error)
    }
  }

  /** Runs one statement within the pool's bound. @throws DatabaseUnavailable */
  const query = (config: pg.QueryConfig): Promise<pg.QueryResult> =>
    onConnection(statementMs, (client) => client.query(fitted(client, config)))

  return { pool, query, onConnection, take, failed }
}

/**
 * A session that is still in a transaction, or may be, is not for the next one. Nor is one that is read-only, because
 * what made it so is read when a session begins.
 */
const isUnusable = ({ client }: CheckedOut, error: unknown) =>
  statusOf(client) !== 'I' || sqlState(error) === '25006'

/** PostgreSQL's own word: I for idle, T in a transaction, E in a failed one. */
const statusOf = (client: pg.ClientBase) =>
  (client as unknown as { getTransactionStatus(): string | null }).getTransactionStatus()
