import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { onceMade } from '../../kept.ts'
import type { Prisma } from '../../prisma/client.ts'
import type { Pool } from '../connect/pool.ts'
import type { TransactionBounds } from '../connect/session.ts'
import { sqlOver, type Transaction } from '../statements/sql.ts'
import { inTransaction, type Query } from '../statements/transaction.ts'

/** Prisma's own timers never fire first: our bounds destroy the connection, where Prisma's would leave it open. */
const NEVER_FIRST_MS = 60_000

/** A transaction: records through `prisma.<model>`, sets through whole statements, both on its one connection. */
export interface Tx extends Transaction {
  prisma: Prisma.TransactionClient
}

/**
 * Prisma on the connections of a pool, taken, bounded and given back as all others are. It is loaded when a record is
 * first asked for: with its compiler it takes 75 MB, which a process that only reads or waits does without.
 */
export function openPrisma(pool: Pool, schema: string | undefined) {
  /** The connection of the Prisma transaction that is being started. */
  const offered = new AsyncLocalStorage<Query>()
  const load = onceMade(() => loadPrisma(poolFor(pool, offered), schema))

  /** Runs `work` in one transaction, Prisma's too once it asks for records. @throws DatabaseUnavailable, or as `work` */
  const transaction = <T>(pool: Pool, work: (tx: Tx) => Promise<T>, bounds: TransactionBounds) =>
    inTransaction(pool, bounds, async (query) => {
      const records = recordsOn(query, bounds)
      try {
        return await work({ ...sqlOver(query, pool.isPooled), isTransaction: true, prisma: records.prisma })
      } finally {
        await records.end()
      }
    })

  /** Prisma on a connection that is in a transaction of ours: where it begins and ends one, it does nothing. */
  function recordsOn(query: Query, { timeout }: TransactionBounds) {
    const ending = Promise.withResolvers<void>()
    const options = { timeout: timeout + NEVER_FIRST_MS, maxWait: NEVER_FIRST_MS }
    let opened: Promise<Prisma.TransactionClient> | undefined
    let over: Promise<unknown> = Promise.resolve()

    const open = () =>
      (opened ??= new Promise((resolve, reject) => {
        const hold = async (records: Prisma.TransactionClient) => {
          resolve(records)
          await ending.promise
        }
        const begun = load().then((prisma) =>
          offered.run(withoutEnds(query), () => prisma.$transaction(hold, options)),
        )
        over = begun.catch(reject)
      }))

    return {
      prisma: lazyPrisma(open),
      /** Lets Prisma leave the connection. Never fails. */
      async end() {
        ending.resolve()
        await over
      },
    }
  }

  return { prisma: lazyPrisma(load), transaction }
}

/** Loads Prisma's code. What compiles its queries comes with the first one. */
export async function loadPrismaCode() {
  const { PrismaPg } = await import('@prisma/adapter-pg')
  const { Prisma, PrismaClient } = await import('../../prisma/client.ts')
  return { Prisma, PrismaPg, PrismaClient }
}

async function loadPrisma(pool: pg.Pool, schema: string | undefined) {
  const { PrismaPg, PrismaClient } = await loadPrismaCode()
  const adapter = new PrismaPg(pool, schema === undefined ? {} : { schema })
  return new PrismaClient({ adapter })
}

const ENDS = ['BEGIN', 'COMMIT', 'ROLLBACK']
const NOTHING_DONE = { rows: [], rowCount: 0, fields: [] } as unknown as pg.QueryResult

const withoutEnds =
  (query: Query): Query =>
  async (config) =>
    ENDS.includes(config.text) ? NOTHING_DONE : query(config)

/**
 * What Prisma takes for its pool: an instance of pg.Pool, whose statements are the pool's. It takes a connection only to
 * begin a transaction: the one that it is offered, which whoever offers it gives back.
 */
function poolFor(pool: Pool, offered: AsyncLocalStorage<Query>): pg.Pool {
  async function connect() {
    const query = offered.getStore()
    if (!query) throw new Error('Prisma needs a transaction for this: call it within db.transaction')
    return { query, release: () => {}, ...UNHEARD }
  }
  return Object.assign(Object.create(pool.pool), { query: pool.query, connect, ...UNHEARD })
}

/** Errors of connections are heard by the checkout. */
const UNHEARD = { on: () => {}, removeListener: () => {} }

type Methods = { [name: string]: (...args: unknown[]) => unknown }

/**
 * Stands for a client of Prisma's that is opened when a method of one of its models is first called: `open` answers
 * the client, the same one each time. A call begins at once, where Prisma's own would begin when it is waited for.
 */
function lazyPrisma<Client extends object>(open: () => Promise<Client>): Client {
  const call = (model: string, method: string, args: unknown[]) =>
    open().then((client) => (client as { [model: string]: Methods })[model]?.[method]?.(...args))
  const modelOf = (model: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          (...args: unknown[]) =>
            call(model, String(method), args),
      },
    )
  return new Proxy({} as Client, { get: (_, model) => modelOf(String(model)) })
}
