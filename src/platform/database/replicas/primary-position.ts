import type { Sql } from '../statements/sql.ts'

/** Where the primary's log of changes stood at an instant, and of which history it is. */
export interface Position {
  /** All that was acknowledged before the instant is before it: A/BC. */
  lsn: string
  /** Cluster and database, the same on a replica. */
  database: string
  /** The timeline, a new one after a failover. A position of another one says nothing. */
  timeline: number
}

/** Cluster and database, as both servers tell them. */
export const DATABASE = `(select system_identifier::text from pg_control_system())
         || '/' || (select oid::text from pg_database where datname = current_database())`

/** Asks the primary for its position. @throws what keeps it from telling, such as being a standby itself */
export const primaryPosition = (primary: Pick<Sql, 'one'>): Promise<Position> =>
  primary.one<Position>(
    `select pg_current_wal_flush_lsn()::text as lsn, ${DATABASE} as database,
            ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`,
  )
