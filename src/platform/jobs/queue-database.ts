import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Db } from 'pg-boss'
import { addressOf } from '../database/hosts.ts'

/** The queue's own connections, as pg takes them: bounded, because the queue itself would wait for ever. */
const CONNECTIONS = {
  application_name: 'seller-operating-score jobs',
  max: 4,
  connectionTimeoutMillis: 5_000,
  query_timeout: 30_000,
  keepAlive: true,
}

/** The database as the queue uses it: connections of its own, and the one LISTEN connection of the process. */
export function openQueueDatabase({ db, notifications }: Pick<FastifyInstance, 'db' | 'notifications'>) {
  const { connectionString, choosing } = addressOf(db.connectionString)
  const pool = new pg.Pool({ ...CONNECTIONS, connectionString, Client: choosing(pg.Client) })
  pool.on('error', db.availability.suspect) // an idle connection was lost
  return {
    executeSql: (text, values) => pool.query(text, values),
    listen: (channel, hear, again) => notifications.listen(channel, { hear, again }),
    end: () => pool.end(),
  } satisfies Db & { end(): Promise<void> }
}
