import type { ConstructorOptions } from 'pg-boss'
import { beginSession, WireClient } from '../database/connect/session.ts'
import type { Database } from '../database/database.ts'

/** Its locks are held while it makes its tables. */
const BOUNDS = { statementMs: 30_000, lockMs: 30_000 }

/**
 * The connections of the queue, which pg-boss opens: four, and one that listens where notifications come. It hands all
 * of this to node-postgres as it is, and would wait for ever by itself.
 */
export const queueConnections = ({ connectionString, directUrl, isNotified }: Database) =>
  ({
    connectionString: directUrl ?? connectionString,
    application_name: 'seller-operating-score jobs',
    max: 4,
    connectionTimeoutMillis: 5_000,
    query_timeout: BOUNDS.statementMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    Client: WireClient,
    onConnect: (client: WireClient) => beginSession(client, BOUNDS),
    useListenNotify: isNotified,
  }) as ConstructorOptions
