import type { Sql } from '../database.ts'
import { sqlState } from './unavailable.ts'

const NOT_ALLOWED = ['42501', '42883', '0A000']

/**
 * Which database of which server this is: the number that the cluster was made with, the database's own, which a
 * restored one does not share, and the timeline, which is a new one after a failover or a recovery to a point in time.
 * Null where the server does not say.
 */
export const serverIdentity = (sql: Pick<Sql, 'value'>) =>
  sql.value<string | null>`
    select case when not pg_is_in_recovery() then
      (select system_identifier::text from pg_control_system())
      || '/' || (select oid::text from pg_database where datname = current_database())
      || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) end`.catch((error) => {
    if (NOT_ALLOWED.includes(sqlState(error) ?? '')) return null
    throw error
  })
