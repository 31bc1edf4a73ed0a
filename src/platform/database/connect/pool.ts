import pg from 'pg'
import type { Availability } from './availability.ts'
import { GRACE_MS } from './bounds.ts'
import { withConnection } from './checkout.ts'
import type { DatabaseUrl } from './database-url.ts'
import { beginSession, plainValues, WireClient } from './session.ts'
import { unavailable } from './unavailable.ts'

/** Connections that are kept for one kind of work, so that no other kind can take them all. */
export type Pool = ReturnType<typeof openPool>

interface PoolOptions {
  address: DatabaseUrl
  /** What the server calls these connections. */
  name: string
  size: number
  statementMs: number
  /** How long a caller waits for a connection, in milliseconds. */
  waitMs: number
  availability: Pick<Availability, 'suspect'>
  /** Whether a pooler stands between, as DATABASE_DIRECT_URL says. */
  isPooled?: boolean
  /** What else its sessions are set to; behind a pooler in transaction mode they are not. */
  settings?: Record<string, string> | undefined
}

export function openPool(options: PoolOptions) {
  const { address, name, size, statementMs, waitMs, availability, isPooled, settings } = options
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

  /**
   * Runs `work` on a connection of its own, for at most `ms` milliseconds; the pool gets it back where it `isKept`.
   * @throws DatabaseUnavailable, and what `work` throws
   */
  const onConnection = <T>(
    ms: number,
    work: (client: pg.PoolClient) => Promise<T>,
    isKept?: (result: T) => boolean,
  ): Promise<T> =>
    withConnection(pool, { ms: ms + GRACE_MS, late: availability.suspect, isKept }, work).catch((error) => {
      const why = unavailable(error)
      if (why) availability.suspect(error)
      throw why ?? error
    })

  /** Runs one statement within the pool's bound. @throws DatabaseUnavailable */
  const query = (config: pg.QueryConfig): Promise<pg.QueryResult> =>
    onConnection(statementMs, (client) => client.query(config))

  return { pool, isPooled, query, onConnection }
}
