import type { FastifyBaseLogger } from 'fastify'
import { StartupError } from '../../process/startup-error.ts'
import { BOUNDS } from '../connect/bounds.ts'
import { type DatabaseUrl, readDatabaseUrl } from '../connect/database-url.ts'
import { explainStart, standbySentence } from '../connect/explain-start.ts'
import { openPool, type Pool } from '../connect/pool.ts'
import { isCertain, WIRE } from '../connect/session.ts'
import { applyMigrations } from './migrations.ts'

const MIGRATIONS = new URL('../../../../prisma/migrations/', import.meta.url)
const DIRECT = 'DATABASE_DIRECT_URL'

/**
 * Makes sure that the database is one that the service can use, and brings it to the newest migration: over the
 * server's own address where there is one, for a pooler may end what takes long. Answers whether notifications come.
 * @throws StartupError with what to do
 */
export async function prepareDatabase(
  pool: Pool,
  address: DatabaseUrl,
  directUrl: string | undefined,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
) {
  const explain = explainStart(address.connectionString)
  const found = await checkServer(pool, address, 'DATABASE_URL').catch(explain)
  const migrate = ({ pool }: Pool) => applyMigrations(pool, MIGRATIONS, log, address.schema)
  const keepsSession = directUrl === undefined ? found.keepsSession : await migrateDirectly(directUrl)
  if (directUrl === undefined) await migrate(pool).catch(explain)
  if (!keepsSession)
    log.warn(
      `notifications do not come through the pooler in ${directUrl === undefined ? 'DATABASE_URL' : DIRECT}: set ${DIRECT} to the server itself; until then the service asks every second`,
    )
  return keepsSession

  async function migrateDirectly(url: string) {
    const direct = { ...readDatabaseUrl(url, DIRECT), schema: address.schema }
    const own = openPool({
      address: direct,
      name: 'seller-operating-score migrations',
      size: 1,
      statementMs: BOUNDS.bulk,
      waitMs: 10_000,
      availability: { suspect: () => {} },
    })
    try {
      const { identity, keepsSession } = await checkServer(own, direct, DIRECT)
      if (identity !== found.identity)
        throw new StartupError(
          `${DIRECT} and DATABASE_URL are two databases: name one database in both, once with and once without its pooler.`,
        )
      await migrate(own)
      return keepsSession
    } catch (error) {
      return explainStart(url, DIRECT)(error as Error)
    } finally {
      own.pool.end().catch(() => {})
    }
  }
}

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
const checkServer = (pool: Pool, address: DatabaseUrl, setting: string) =>
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
