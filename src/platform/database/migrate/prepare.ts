import type { FastifyBaseLogger } from 'fastify'
import { StartupError } from '../../process/startup-error.ts'
import { BOUNDS } from '../connect/bounds.ts'
import { checkServer } from '../connect/check-server.ts'
import { type DatabaseUrl, readDatabaseUrl } from '../connect/database-url.ts'
import { explainStart } from '../connect/explain-start.ts'
import { openPool, type Pool } from '../connect/pool.ts'
import { applyMigrations } from './migrations.ts'

const MIGRATIONS = new URL('../../../../prisma/migrations/', import.meta.url)
const DIRECT = 'DATABASE_DIRECT_URL'
interface Prepared {
  pool: Pool
  address: DatabaseUrl
  url: string
  directUrl: string | undefined
}

/**
 * Makes sure that the database is one that the service can use, and brings it to the newest migration: over the
 * server's own address where there is one, for a pooler may end what takes long. Answers whether notifications come.
 * @throws StartupError with what to do
 */
export async function prepareDatabase(
  { pool, address, url, directUrl }: Prepared,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
) {
  const { identity, keepsSession } = await checkServer(pool, address, 'DATABASE_URL').catch(explainStart(url))
  const migrate = ({ pool }: Pool) => applyMigrations(pool, MIGRATIONS, log, address.schema)
  if (directUrl === undefined) {
    await migrate(pool).catch(explainStart(url))
    return isNotified('DATABASE_URL', keepsSession, log)
  }

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
    const found = await checkServer(own, direct, DIRECT)
    if (found.identity !== identity)
      throw new StartupError(
        `${DIRECT} and DATABASE_URL are two databases: name one database in both, once with and once without its pooler.`,
      )
    await migrate(own)
    return isNotified(DIRECT, found.keepsSession, log)
  } catch (error) {
    return explainStart(directUrl, DIRECT)(error as Error)
  } finally {
    own.pool.end().catch(() => {})
  }
}

/** Whether notifications come by the connections of a setting; where they don't, one line of the log says what to do. */
function isNotified(
  setting: string,
  keepsSession: boolean,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): boolean {
  if (!keepsSession)
    log.warn(
      `notifications do not come through the pooler in ${setting}: set ${DIRECT} to the server itself; until then the service asks every second`,
    )
  return keepsSession
}
