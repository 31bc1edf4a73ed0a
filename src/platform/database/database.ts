import { PrismaPg } from '@prisma/adapter-pg'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import pg from 'pg'
import type { Env } from '../../env.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { type Prisma, PrismaClient } from '../prisma/client.ts'
import { StartupError } from '../startup-error.ts'
import { applyMigrations } from './migrations.ts'
import { queryOf } from './snapshot.ts'

/** A transaction, as the work of `Database.transaction` sees it. */
export type Tx = Prisma.TransactionClient

/**
 * Reads are whole SQL statements over `pg`; changes are Prisma transactions. Both use one pool.
 * In rows of `rows` and `row` a date is `YYYY-MM-DD`, a timestamp ISO 8601 UTC, numeric and bigint a number.
 */
export interface Database {
  connectionString: string
  pool: pg.Pool
  prisma: PrismaClient
  /** All rows of a statement; a `name` makes the server plan it once per connection. */
  rows<Row>(text: string, values?: unknown[], name?: string): Promise<Row[]>
  /** The first row, if there is one. */
  row<Row>(text: string, values?: unknown[], name?: string): Promise<Row | undefined>
  /**
   * Runs `work` in one transaction; a deadlock or serialization failure runs it again, so `work` must have
   * no effect outside the database. `timeout` is in milliseconds.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: { timeout?: number }): Promise<T>
}

declare module 'fastify' {
  interface FastifyInstance {
    db: Database
    env: Env
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
const TRANSACTION_TIMEOUT_MS = 60_000
export const TRANSACTION_TRIES = 4

/** The database of the process: embedded or named by DATABASE_URL, migrated, behind one pool. */
export const database = fp(
  async (app, { env }: { env: Env }) => {
    app.decorate('env', env)
    const server = env.DATABASE_URL
      ? { connectionString: env.DATABASE_URL, stop: async () => {} }
      : await startEmbeddedPostgres({ dataDir: env.DATA_DIR, database: 'sos', log: app.log })
    const pool = openPool(server.connectionString, env, app.log)
    app.addHook('onClose', async () => {
      await pool.end()
      await server.stop()
    })
    await applyMigrations(pool, MIGRATIONS, app.log).catch(explainUnreachable(server.connectionString))
    const db = createDatabase(server.connectionString, pool)
    services.set(db, app)
    app.decorate('db', db)
  },
  { name: 'database' },
)

function openPool(connectionString: string, env: Env, log: FastifyBaseLogger) {
  const pool = new pg.Pool({
    connectionString,
    max: env.DATABASE_POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    application_name: 'seller-operating-score',
    options: '-c timezone=UTC',
    types: { getTypeParser: plainValues },
  })
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  return pool
}

function createDatabase(connectionString: string, pool: pg.Pool): Database {
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  const rows = async <Row>(text: string, values: unknown[] = [], name?: string) =>
    (await queryOf(pool)({ text, values, name })).rows as Row[]
  const db: Database = {
    connectionString,
    pool,
    prisma,
    rows,
    row: async <Row>(text: string, values?: unknown[], name?: string) =>
      (await rows<Row>(text, values, name))[0],
    async transaction(work, { timeout = TRANSACTION_TIMEOUT_MS } = {}) {
      for (let tries = 1; ; tries++) {
        try {
          return await prisma.$transaction((tx) => work(belongTo(db, tx)), { timeout, maxWait: 5_000 })
        } catch (error) {
          if (tries === TRANSACTION_TRIES || !isTransient(error)) throw error
        }
      }
    },
  }
  return db
}

const DEADLOCK_OR_SERIALIZATION = /\b(40P01|40001)\b|P2034/

/** Whether a transaction failed only because it met another one. */
export function isTransient(error: unknown) {
  const { code, meta, message } = error as { code?: string; meta?: unknown; message?: string }
  return DEADLOCK_OR_SERIALIZATION.test(`${code} ${JSON.stringify(meta ?? null)} ${message}`)
}

const { builtins } = pg.types
const iso = (text: string) => new Date(text).toISOString()
const plain: Record<number, (text: string) => unknown> = {
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMPTZ]: iso,
  [builtins.NUMERIC]: Number,
  [builtins.INT8]: Number,
}

function plainValues(oid: number, format?: 'text' | 'binary') {
  return (format !== 'binary' && plain[oid]) || pg.types.getTypeParser(oid, format as 'text')
}

function explainUnreachable(connectionString: string) {
  return (error: Error & { code?: string }) => {
    if (error instanceof StartupError) throw error
    const { host, pathname } = new URL(connectionString)
    const reason = error.message || error.code
    throw new StartupError(
      `The database ${pathname.slice(1)} at ${host} can't be used (${reason}). Check DATABASE_URL and that the server runs.`,
    )
  }
}
