import type { FastifyInstance } from 'fastify'
import type { Db } from 'pg-boss'
import { readDatabaseUrl } from '../database/connect/database-url.ts'
import { openPool } from '../database/connect/pool.ts'

/** Bounded, because the queue itself would wait for ever. Its locks are held while it makes its tables. */
const CONNECTIONS = {
  name: 'seller-operating-score jobs',
  size: 4,
  waitMs: 5_000,
  statementMs: 30_000,
  lockMs: 30_000,
  asDriver: true,
}

/** The database as the queue uses it: connections of its own, and the one LISTEN connection of the process. */
export function openQueueDatabase({ db, notifications }: Pick<FastifyInstance, 'db' | 'notifications'>) {
  const { availability, connectionString } = db
  const pool = openPool({ ...CONNECTIONS, address: readDatabaseUrl(connectionString), availability })
  return {
    executeSql: (text, values) => pool.query({ text, ...(values && { values }) }),
    listen: (channel, hear, again) => notifications.listen(channel, { hear, again }),
    end: () => pool.pool.end(),
  } satisfies Db & { end(): Promise<void> }
}
