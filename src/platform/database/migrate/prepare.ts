import type { FastifyBaseLogger } from 'fastify'
import { StartupError } from '../../process/startup-error.ts'
import { BOUNDS } from '../connect/bounds.ts'
import { type DatabaseUrl, readDatabaseUrl } from '../connect/database-url.ts'
import { explainStart, standbySentence } from '../connect/explain-start.ts'
import { openPool, type Pool } from '../connect/pool.ts'
import { IS_POOLED, processIdOf, WIRE } from '../connect/session.ts'
import { applyMigrations } from './migrations.ts'

const MIGRATIONS = new URL('../../../../prisma/migrations/', import.meta.url)
const DIRECT = 'DATABASE_DIRECT_URL'

/**
 * Makes sure that the database is one that the service can use, and brings it to the newest migration: over the
 * server's own address where there is one, for a pooler may end what takes long.
 * @throws StartupError with what to do
 */
export async function prepareDatabase(
  pool: Pool,
  address: DatabaseUrl,
  directUrl: string | undefined,
  log: Pick<FastifyBaseLogger, 'info'>,
) {
  const explain = explainStart(address.connectionString)
  const migrate = ({ pool }: Pool) => applyMigrations(pool, MIGRATIONS, log, address.schema)
  const identity = await checkServer(pool, address, 'DATABASE_URL').catch(explain)
  if (directUrl === undefined) return migrate(pool).catch(explain)

  const direct = { ...readDatabaseUrl(directUrl, DIRECT), schema: address.schema }
  const own = openPool({
    address: direct,
    name: 'seller-operating-score migrations',
    size: 1,
    statementMs: BOUNDS.bulk,
    waitMs: 10_000,
    availability: { suspect: () => {} },
  })
  try {
    if ((await checkServer(own, direct, DIRECT)) !== identity)
      throw new StartupError(
        `${DIRECT} and DATABASE_URL are two databases: name one database in both, once with and once without its pooler.`,
      )
    await migrate(own)
  } catch (error) {
    explainStart(directUrl, DIRECT)(error as Error)
  } finally {
    own.pool.end().catch(() => {})
  }
}

const OLDEST = 15
const CHECK_MS = 10_000

/** What tells one database from all others. */
interface Found {
  isReadOnly: boolean
  isPooled: boolean
  version: number
  path: string
  identity: string
  /** A setting of the wire that is another, as only a pooler leaves it. */
  other: keyof typeof WIRE | null
}

/**
 * Looks whether the server is one that the service can use. Answers its identity, which is the same for two connections
 * to one database and for no others.
 * @throws StartupError with what to do, and what keeps it from connecting
 */
const checkServer = (pool: Pool, address: DatabaseUrl, setting: string) =>
  pool.onConnection(CHECK_MS, async (client) => {
    const { rows } = await client.query<Found>(
      `select current_setting('transaction_read_only') = 'on' as "isReadOnly", ${IS_POOLED} as "isPooled",
              current_setting('server_version_num')::int / 10000 as version,
              trim(both '" ' from split_part(current_setting('search_path'), ',', 1)) as path,
              current_database() || ' ' || pg_postmaster_start_time() as identity,
              (select key from json_each_text($2) where current_setting(key) <> value limit 1) as other`,
      [processIdOf(client), JSON.stringify(WIRE)],
    )
    const { isReadOnly, isPooled, version, path, identity, other } = rows[0] as Found
    const { place, schema } = address
    const refusal = [
      isReadOnly && standbySentence(address, setting),
      version < OLDEST &&
        `The server at ${place} is PostgreSQL ${version}: the service needs ${OLDEST} or newer.`,
      isPooled &&
        !pool.isPooled &&
        `A pooler stands at ${place}: name the server itself in ${DIRECT}, for the queue and migrations.`,
      isPooled &&
        schema !== undefined &&
        path !== schema &&
        `The pooler at ${place} keeps no schema for us: add connect_query='set search_path to "${schema}"' to this database in pgbouncer.ini, or leave schema out of ${setting}.`,
      other &&
        `The pooler at ${place} keeps no ${other} for us, and this database has another one: alter database … set ${other} = '${WIRE[other]}', and start again.`,
    ].find((sentence) => sentence)
    if (refusal) throw new StartupError(refusal)
    return identity
  })
