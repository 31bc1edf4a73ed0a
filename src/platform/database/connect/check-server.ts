import { StartupError } from '../../process/startup-error.ts'
import type { DatabaseUrl } from './database-url.ts'
import { standbySentence } from './explain-start.ts'
import type { Pool } from './pool.ts'
import { isCertain, WIRE } from './session.ts'

const OLDEST = 15
const CHECK_MS = 10_000

/** What tells one database from all others. */
interface Found {
  isReadOnly: boolean
  version: number
  path: string
  identity: string
  /** Settings of the wire that are others, as only a pooler leaves them. */
  others: string[]
}

/**
 * Looks whether the server is one that the service can use. Answers its identity, which is the same for two connections to
 * one database and for no others, and whether a connection keeps its session, and so hears notifications: behind a pooler
 * it may not.
 * @throws StartupError with what to do, and what keeps it from connecting
 */
export const checkServer = (pool: Pool, address: DatabaseUrl, setting: string) =>
  pool.onConnection(CHECK_MS, async (client) => {
    const { rows } = await client.query<Found>(
      `select current_setting('transaction_read_only') = 'on' as "isReadOnly",
              current_setting('server_version_num')::int / 10000 as version,
              trim(both '" ' from split_part(current_setting('search_path'), ',', 1)) as path,
              current_database() || ' ' || pg_postmaster_start_time() as identity,
              array(select key from json_each_text($1) where current_setting(key) <> value) as others`,
      [JSON.stringify(WIRE)],
    )
    const { isReadOnly, version, path, identity, others } = rows[0] as Found
    const { place, schema } = address
    if (isReadOnly) throw new StartupError(standbySentence(address, setting))
    if (version < OLDEST)
      throw new StartupError(
        `The server at ${place} is PostgreSQL ${version}: the service needs ${OLDEST} or newer.`,
      )
    if (schema !== undefined && path !== schema && !isCertain(client))
      throw new StartupError(
        `The pooler at ${place} keeps no schema for us: add connect_query='set search_path to "${schema}"' to this database in pgbouncer.ini, or leave schema out of ${setting}.`,
      )
    const [other] = others as (keyof typeof WIRE)[]
    if (other !== undefined)
      throw new StartupError(
        `The pooler at ${place} keeps no ${other} for us, and this database has another one: alter database … set ${other} = '${WIRE[other]}', and start again.`,
      )
    return { identity, keepsSession: isCertain(client) }
  })
