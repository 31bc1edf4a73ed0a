import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type pg from 'pg'
import type { Env } from '../../env.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import type { Prisma, PrismaClient } from '../prisma/client.ts'
import { StartupError } from '../startup-error.ts'
import { type Availability, type DatabaseProblem, watchDatabase } from './availability.ts'
import { BOUNDS } from './bounds.ts'
import { type Lane, openLane } from './lane.ts'
import { applyMigrations } from './migrations.ts'
import { openPrisma } from './prisma-lane.ts'
import type { TransactionBounds } from './session.ts'
import { againAfterConflict } from './transient.ts'
import { unreachable } from './unavailable.ts'

/** A transaction, as the work of `Database.transaction` sees it. */
export type Tx = Prisma.TransactionClient

/** Reads by whole statements over pg. */
export interface Reads {
  /** All rows of a statement; a `name` makes the server plan it once per connection. */
  rows<Row>(text: string, values?: unknown[], name?: string): Promise<Row[]>
  /** The first row, if there is one. */
  row<Row>(text: string, values?: unknown[], name?: string): Promise<Row | undefined>
}

/**
 * Reads are whole SQL statements over `pg`; changes are Prisma transactions. See values.ts for how columns are read,
 * and bounds.ts for how long anything may take. Everything throws DatabaseUnavailable, a 503, when the database gives
 * no answer within its bound.
 */
export interface Database extends Reads {
  connectionString: string
  pool: pg.Pool
  prisma: PrismaClient
  /** Small reads that every order waits for, on connections that no other work can take. */
  quick: Reads
  /** The connections of bulk work: pushes, exports, whole periods and jobs. */
  bulk: Lane
  availability: Availability
  /**
   * Runs `work` in one transaction; a deadlock or serialization failure runs it again, so `work` must have
   * no effect outside the database. `timeout` is in milliseconds.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, bounds?: Partial<TransactionBounds>): Promise<T>
}

declare module 'fastify' {
  interface FastifyInstance {
    db: Database
    env: Env
  }
  interface FastifyContextConfig {
    /** Answers without the database, and so while it is away. */
    needsDatabase?: false
  }
}

const services = new WeakMap<object, FastifyInstance>()

/**
 * The service whose transaction this is, so that what is written in it can put jobs into it too.
 * @throws Error when it is none of db.transaction or bulkTransaction
 */
export function serviceOf(tx: object): FastifyInstance {
  const app = services.get(tx)
  if (!app) throw new Error('This takes a transaction of db.transaction or bulkTransaction.')
  return app
}

/** Lets a transaction be known as one of the service that the database belongs to. */
export function belongTo<Transaction extends object>(db: object, tx: Transaction): Transaction {
  const app = services.get(db)
  if (app) services.set(tx, app)
  return tx
}

const MIGRATIONS = new URL('../../../prisma/migrations/', import.meta.url)
const PROBE_MS = 3_000
/** How long a stop waits for connections that are still out; the process ends soon after. */
const END_MS = 2_000

/** The database of the process: embedded or named by DATABASE_URL, migrated, behind the lanes of its connections. */
export const database = fp(
  async (app, { env }: { env: Env }) => {
    app.decorate('env', env)
    const server = env.DATABASE_URL
      ? { connectionString: env.DATABASE_URL, stop: async () => {} }
      : await startEmbeddedPostgres({ dataDir: env.DATA_DIR, database: 'sos', log: app.log })
    const availability = watchDatabase(() => probe(lanes.quick), app.log)
    const lanes = openLanes(server.connectionString, env.DATABASE_POOL_SIZE, availability)
    app.addHook('onClose', async () => {
      availability.close()
      const ended = Promise.all(Object.values(lanes).map(({ pool }) => pool.end()))
      await Promise.race([ended, delay(END_MS, undefined, { ref: false })])
      await server.stop()
    })
    await applyMigrations(lanes.bulk.pool, MIGRATIONS, app.log).catch(
      explainUnreachable(server.connectionString),
    )
    const db = createDatabase(server.connectionString, lanes, availability)
    services.set(db, app)
    app.decorate('db', db)
    app.addHook('onRequest', async ({ routeOptions: { url, config } }) => {
      const needsDatabase = url?.startsWith('/api/') && config.needsDatabase !== false
      if (needsDatabase && availability.problem() === 'unreachable') throw unreachable()
    })
  },
  { name: 'database' },
)

/** A sixth of the connections for quick reads, the rest in halves. */
function openLanes(connectionString: string, size: number, availability: Availability) {
  const quick = Math.max(1, Math.round(size / 6))
  const bulk = Math.max(1, Math.floor((size - quick) / 2))
  const common = { connectionString, availability, name: 'seller-operating-score' }
  return {
    quick: openLane({ ...common, size: quick, statementMs: BOUNDS.quick, waitMs: BOUNDS.quick }),
    request: openLane({
      ...common,
      size: Math.max(1, size - quick - bulk),
      statementMs: BOUNDS.request,
      waitMs: 5_000,
    }),
    bulk: openLane({ ...common, size: bulk, statementMs: BOUNDS.bulk, waitMs: 10_000 }),
  }
}

/** Whether the database is there and takes changes. A read-only session may be older than the end of its reason. */
async function probe({ take, failed }: Lane): Promise<DatabaseProblem | undefined> {
  const held = await take(PROBE_MS)
  try {
    const { rows } = await held.client.query(
      `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    )
    const { isReadOnly } = rows[0] as { isReadOnly: boolean }
    held.giveBack(isReadOnly)
    return isReadOnly ? 'read-only' : undefined
  } catch (error) {
    throw failed(held, error)
  }
}

function createDatabase(
  connectionString: string,
  lanes: ReturnType<typeof openLanes>,
  availability: Availability,
): Database {
  const { prisma, transaction } = openPrisma(lanes.request)
  const db: Database = {
    ...readsOf(lanes.request),
    connectionString,
    pool: lanes.request.pool,
    prisma,
    quick: readsOf(lanes.quick),
    bulk: lanes.bulk,
    availability,
    transaction: (work, bounds = {}) =>
      againAfterConflict(() =>
        transaction((tx) => work(belongTo(db, tx)), { timeout: BOUNDS.request, ...bounds }),
      ),
  }
  return db
}

function readsOf(lane: Lane): Reads {
  const rows = async <Row>(text: string, values: unknown[] = [], name?: string) =>
    (await lane.query({ text, values, name })).rows as Row[]
  return {
    rows,
    row: async <Row>(text: string, values?: unknown[], name?: string) =>
      (await rows<Row>(text, values, name))[0],
  }
}

function explainUnreachable(connectionString: string) {
  return (error: Error & { code?: string }) => {
    if (error instanceof StartupError) throw error
    const { host, pathname } = new URL(connectionString)
    const { message, code } = (error.cause ?? error) as Error & { code?: string }
    throw new StartupError(
      `The database ${pathname.slice(1)} at ${host} can't be used (${message || code}). Check DATABASE_URL and that the server runs.`,
    )
  }
}
