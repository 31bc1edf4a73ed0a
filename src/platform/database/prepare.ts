import type { Log } from '../process/log.ts'
import { StartupError } from '../process/startup-error.ts'
import { BOUNDS } from './bounds.ts'
import { checkServer } from './check-server.ts'
import { explainStart } from './explain-start.ts'
import { type Address, addressOf } from './hosts.ts'
import { type Lane, openLane } from './lane.ts'
import { applyMigrations } from './migrations.ts'

const MIGRATIONS = new URL('../../../prisma/migrations/', import.meta.url)
const DIRECT = 'DATABASE_DIRECT_URL'

interface Prepared {
  lane: Lane
  address: Address
  url: string
  directUrl: string | undefined
}

/**
 * Makes sure that the database is one that the service can use, and brings it to the newest migration: over the
 * server's own address where there is one, for a pooler may end what takes long.
 * @throws StartupError with what to do
 */
export async function prepareDatabase({ lane, address, url, directUrl }: Prepared, log: Log) {
  const identity = await checkServer(lane, address, 'DATABASE_URL').catch(explainStart(url))
  const migrate = ({ pool }: Lane) => applyMigrations(pool, MIGRATIONS, log, address.schema)
  if (directUrl === undefined) return migrate(lane).catch(explainStart(url))

  const direct = { ...addressOf(directUrl, DIRECT), schema: address.schema }
  const own = openLane({
    address: direct,
    name: 'seller-operating-score migrations',
    size: 1,
    statementMs: BOUNDS.bulk,
    waitMs: 10_000,
    availability: { suspect: () => {} },
  })
  try {
    const same = await checkServer(own, direct, DIRECT)
    if (same !== identity)
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
