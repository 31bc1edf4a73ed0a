import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { type Prisma, PrismaClient } from '../prisma/client.ts'
import { BOUNDS } from './bounds.ts'
import type { CheckedOut } from './checkout.ts'
import type { Lane } from './lane.ts'
import { boundsOf, type TransactionBounds } from './session.ts'

/** A connection that waits to be taken by the one Prisma transaction that is being started with it. */
interface Offer {
  held: CheckedOut | undefined
}

/** Prisma's own timers never fire first: our bounds destroy the connection, where Prisma's would leave it open. */
const NEVER_FIRST_MS = 60_000

/** Prisma on the connections of a lane, each taken, bounded and given back as all others are. */
export function openPrisma(lane: Lane) {
  const offers = new AsyncLocalStorage<Offer>()
  const prisma = new PrismaClient({ adapter: new PrismaPg(poolFor(lane, offers)) })

  /** Runs `work` in one transaction of Prisma's. @throws DatabaseUnavailable, and what `work` throws */
  async function transaction<T>(
    work: (tx: Prisma.TransactionClient) => Promise<T>,
    bounds: TransactionBounds,
  ): Promise<T> {
    const held = await lane.take(bounds.timeout)
    const bounded = async (tx: Prisma.TransactionClient) => {
      await held.client.query(boundsOf(held.client, bounds))
      return work(tx)
    }
    const options = { timeout: bounds.timeout + NEVER_FIRST_MS, maxWait: NEVER_FIRST_MS }
    try {
      const result = await offers.run({ held }, () => prisma.$transaction(bounded, options))
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
    const offered = offer?.held
    if (offer) offer.held = undefined
    if (offered) return connectionOf(offered, () => {}) // whoever offered it gives it back
    const own = await lane.take(BOUNDS.request)
    return connectionOf(own, () => own.giveBack(own.broken() !== undefined))
  }
  return Object.assign(Object.create(lane.pool), {
    query: lane.query,
    connect,
    on: () => {},
    removeListener: () => {},
  })
}

/** The part of a client that Prisma uses. Its errors are heard by the checkout. */
const connectionOf = ({ client }: CheckedOut, release: () => void) => ({
  query: client.query.bind(client),
  on: () => {},
  removeListener: () => {},
  release,
})
