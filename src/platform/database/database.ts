import { setTimeout as delay } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { startEmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.ts'
import type { Env } from '../../env.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type Availability, type DatabaseProblem, watchDatabase } from './connect/availability.ts'
import { BOUNDS } from './connect/bounds.ts'
import { type DatabaseUrl, queueSchemaOf, readDatabaseUrl } from './connect/database-url.ts'
import { openPool, type Pool } from './connect/pool.ts'
import type { TransactionBounds } from './connect/session.ts'
import { unreachable } from './connect/unavailable.ts'
import { prepareDatabase } from './migrate/prepare.ts'
import { openPrisma, type Tx } from './prisma/prisma-pool.ts'
import { sqlOver, type Transaction } from './statements/sql.ts'
import { againAfterConflict } from './statements/transaction.ts'
import { checkTimeZone } from './time-zone.ts'

export type { Tx } from './prisma/prisma-pool.ts'
export type { Sql, Transaction } from './statements/sql.ts'

/**
 * The rule: a record is Prisma's, a set is SQL's. Creates, reads by key, changes, deletes and plain lists of a model go
 * through `prisma.<model>`; bulk writes, aggregates, locks and the hot reads are whole statements.
 */
export type Database = ReturnType<typeof createDatabase>

/** What time it is. How long something takes is measured by performance.now() instead. */
export interface Clock {
  now(): Date
}

declare module 'fastify' {
  interface FastifyInstance {
    db: Database
    /** The machine's, unless a test sets another `now`. */
    clock: Clock
  }
}

const PROBE_MS = 3_000
/** How long a stop waits for connections that are still out; the process ends soon after. */
const END_MS = 2_000

const ONE_MACHINE =
  'DATABASE_URL is not set: the service runs a PostgreSQL of its own in DATA_DIR, for this machine alone, and nobody backs it up'

/** The database of the process: embedded or named by DATABASE_URL, migrated, behind the pools of its connections. */
export const database = fp(
  async (app) => {
    const { env } = app
    if (!env.DATABASE_URL && env.NODE_ENV === 'production') app.log.warn(ONE_MACHINE)
    const server = env.DATABASE_URL
      ? { connectionString: env.DATABASE_URL, stop: async () => {} }
      : await startEmbeddedPostgres({ dataDir: env.DATA_DIR, database: 'sos', log: app.log })
    const address = readDatabaseUrl(server.connectionString)
    const availability = watchDatabase(() => probe(pools.quick), app.log)
    const pools = openPools(env, address, availability)
    const clock: Clock = { now: () => new Date() }
    app.addHook('onClose', async () => {
      availability.close()
      const ended = Promise.all(Object.values(pools).map(({ pool }) => pool.end()))
      await Promise.race([ended, delay(END_MS, undefined, { ref: false })])
      await server.stop()
    })
    await prepareDatabase(pools.bulk, address, env.DATABASE_DIRECT_URL, app.log)
    await checkTimeZone(sqlOf(pools.bulk), env, clock.now())
    app.decorate('db', createDatabase(env, address, pools, availability))
    app.decorate('clock', clock)
    watchConnections(app.metrics, pools, availability)
    app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
      const { url, config } = routeOptions
      const needsDatabase = url?.startsWith('/api/') && config.needsDatabase !== false
      done(needsDatabase && availability.problem() === 'unreachable' ? unreachable() : undefined)
    })
  },
  { name: 'database', dependencies: ['metrics'], decorators: { fastify: ['env'] } },
)

/** The most connections for quick reads: they go out in batches, one or two of a kind at a time (in-batches.ts). */
const MOST_QUICK = 4

/**
 * A plan that was made while a table was empty, or for one key, is as good when the table is full and for many keys:
 * it reads indexes alone, by nested loops. Without it a batch would be planned anew each time, for as long as it runs.
 */
const INDEXES_ALONE = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
}

/** A quarter of the connections for quick reads, at most four, the rest in halves. */
function openPools(env: Env, address: DatabaseUrl, availability: Availability) {
  const size = env.DATABASE_POOL_SIZE
  const quick = Math.min(MOST_QUICK, Math.max(1, Math.round(size / 4)))
  const bulk = Math.max(1, Math.floor((size - quick) / 2))
  const isPooled = env.DATABASE_DIRECT_URL !== undefined
  const common = { address, availability, isPooled, name: 'seller-operating-score' }
  const open = (size: number, statementMs: number, waitMs: number, settings?: Record<string, string>) =>
    openPool({ ...common, size, statementMs, waitMs, settings })
  return {
    quick: open(quick, BOUNDS.quick, BOUNDS.quick, INDEXES_ALONE),
    request: open(Math.max(1, size - quick - bulk), BOUNDS.request, 5_000),
    bulk: open(bulk, BOUNDS.bulk, 10_000),
  }
}

/** Whether the database is there and takes changes. A read-only session may be older than the end of its reason. */
const probe = async ({ onConnection }: Pool): Promise<DatabaseProblem | undefined> => {
  const isReadOnly = await onConnection(
    PROBE_MS,
    async (client) =>
      (await client.query('show transaction_read_only')).rows[0].transaction_read_only === 'on',
    (isReadOnly) => !isReadOnly,
  )
  return isReadOnly ? 'read-only' : undefined
}

/** Tells /metrics how the connections of each pool are used and whether the database is there. */
function watchConnections(metrics: Metrics, pools: ReturnType<typeof openPools>, availability: Availability) {
  const connections = metrics.gauge({
    name: 'sos_database_connections',
    help: 'Connections by lane and state: in_use or idle; waiting are the callers that have none yet',
    labelNames: ['lane', 'state'],
    collect() {
      for (const [lane, { pool }] of Object.entries(pools)) {
        connections.set({ lane, state: 'in_use' }, pool.totalCount - pool.idleCount)
        connections.set({ lane, state: 'idle' }, pool.idleCount)
        connections.set({ lane, state: 'waiting' }, pool.waitingCount)
      }
    },
  })
  const most = metrics.gauge({
    name: 'sos_database_connections_max',
    help: 'How many connections a lane may have',
    labelNames: ['lane'],
  })
  for (const [lane, { pool }] of Object.entries(pools)) most.set({ lane }, pool.options.max)
  metrics.watch('sos_database_up', '1 while the database can be reached, as far as is known', () =>
    availability.problem() === 'unreachable' ? 0 : 1,
  )
  metrics.watch('sos_database_writable', '1 while the database takes changes, as far as is known', () =>
    ['unreachable', 'read-only'].includes(availability.problem() ?? '') ? 0 : 1,
  )
}

function createDatabase(
  { DATABASE_DIRECT_URL }: Env,
  { connectionString, schema }: DatabaseUrl,
  pools: ReturnType<typeof openPools>,
  availability: Availability,
) {
  const { prisma, transaction } = openPrisma(pools.request, schema)
  return {
    ...sqlOf(pools.request),
    /** The server itself, behind a pooler or not. */
    connectionString: DATABASE_DIRECT_URL ?? connectionString,
    /** The setting that has it. */
    connectionSetting: DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL',
    /** The schema of the queue's tables. */
    queueSchema: queueSchemaOf(schema),
    pool: pools.request.pool,
    prisma,
    /**
     * Reads by key that every order waits for, on connections that no other work can take. Their plans use indexes alone
     * and are made once: what reads whole tables goes elsewhere.
     */
    quick: { ...sqlOf(pools.quick), connections: pools.quick.pool.options.max },
    /** Statements that may take long, on the connections of bulk work. */
    bulk: { ...sqlOf(pools.bulk), connections: pools.bulk.pool.options.max },
    availability,
    /**
     * Runs `work` in one transaction; a deadlock or serialization failure runs it again, so `work` must have
     * no effect outside the database. `timeout` is in milliseconds; `bulk` takes one of the connections of bulk work.
     */
    transaction: <T>(
      work: (tx: Tx) => Promise<T>,
      { bulk = false, ...bounds }: Partial<TransactionBounds> & { bulk?: boolean } = {},
    ): Promise<T> =>
      againAfterConflict(() =>
        transaction(bulk ? pools.bulk : pools.request, work, { timeout: BOUNDS.request, ...bounds }),
      ),
    /**
     * The same on the connections of bulk work, for a stream of large statements, which are not Prisma's: it makes three
     * copies of every parameter and remembers its last hundred statements with them.
     */
    bulkTransaction: <T>(work: (tx: Transaction) => Promise<T>, bounds: TransactionBounds): Promise<T> =>
      againAfterConflict(() => transaction(pools.bulk, work, bounds)),
  }
}

const sqlOf = ({ query, isPooled }: Pool) => sqlOver(query, isPooled)
