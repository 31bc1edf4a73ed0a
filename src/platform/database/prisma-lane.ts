import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { logged } from '../logs/statements.ts'
import { type Prisma, PrismaClient } from '../prisma/client.ts'
import { BOUNDS } from './bounds.ts'
import type { Lane } from './lane.ts'
import { withTimesOf } from './prisma-times.ts'
import { boundsOf, fitted, type TransactionBounds } from './session.ts'
import { sqlOver, type Transaction } from './sql.ts'

/** A connection that waits to be taken by the one Prisma transaction that is being started with it. */
interface Offer {
  query: Query | undefined
}

type Query = (config: pg.QueryConfig) => Promise<pg.QueryResult>

/** Prisma's own timers never fire first: our bounds destroy the connection, where Prisma's would leave it open. */
const NEVER_FIRST_MS = 60_000

/** A transaction: records through `prisma.<model>`, sets through whole statements, both on its one connection. */
export interface Tx extends Transaction {
  prisma: Prisma.TransactionClient
}

/** Prisma on the connections of a lane, each taken, bounded and given back as all others are; `now` is its time. */
export function openPrisma(lane: Lane, schema: string | undefined, now: () => Date) {
  const offers = new AsyncLocalStorage<Offer>()
  const adapter = new PrismaPg(poolFor(lane, offers), schema === undefined ? {} : { schema })
  const prisma = withTimesOf(new PrismaClient({ adapter }), now)

  /** Runs `work` in one transaction of Prisma's. @throws DatabaseUnavailable, and what `work` throws */
  async function transaction<T>(
    lane: Lane,
    work: (tx: Tx) => Promise<T>,
    bounds: TransactionBounds,
  ): Promise<T> {
    const held = await lane.take(bounds.timeout)
    const { client } = held
    const query = inTurn(client)
    const bounded = async (prisma: Prisma.TransactionClient) => {
      await client.query(boundsOf(client, bounds))
      return work({ ...sqlOver((config) => query(fitted(client, config))), isTransaction: true, prisma })
    }
    const options = { timeout: bounds.timeout + NEVER_FIRST_MS, maxWait: NEVER_FIRST_MS }
    try {
      const result = await offers.run({ query }, () => prisma.$transaction(bounded, options))
      held.giveBack()
      return result
    } catch (error) {
      throw lane.failed(held, error)
    }
  }

  return { prisma, transaction }
}

/**
 * What Prisma takes for its pool: an instance of pg.Pool, whose statements and connections are the lane's. It takes a
 * connection only to begin a transaction: the one that it is offered, or one of its own for a nested write.
 */
function poolFor(lane: Lane, offers: AsyncLocalStorage<Offer>): pg.Pool {
  async function connect() {
    const offer = offers.getStore()
    const offered = offer?.query
    if (offer) offer.query = undefined
    if (offered) return connectionOf(offered, () => {}) // whoever offered it gives it back
    const own = await lane.take(BOUNDS.request)
    return connectionOf(inTurn(own.client), () => own.giveBack(own.broken() !== undefined))
  }
  return Object.assign(Object.create(lane.pool), {
    query: lane.query,
    connect,
    on: () => {},
    removeListener: () => {},
  })
}

/** A connection does one statement at a time; handlers ask for several at once. */
function inTurn(client: pg.ClientBase): Query {
  let last: Promise<unknown> = Promise.resolve()
  return logged((config) => {
    const result = last.then(() => client.query(config))
    last = result.catch(() => {})
    return result
  })
}

/** The part of a client that Prisma uses. Its errors are heard by the checkout. */
const connectionOf = (query: Query, release: () => void) => ({
  query,
  on: () => {},
  removeListener: () => {},
  release,
})
