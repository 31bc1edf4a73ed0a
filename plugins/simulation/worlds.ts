import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { engineMismatch, rulesOfRuns, storedWorld } from '../../src/domain/scores/explainer.ts'
import { findSeller, type SellerRef } from '../../src/domain/sellers/find-seller.ts'
import { clientDisconnected } from '../../src/platform/http/connections/client-disconnected.ts'
import { badRequest, notFound } from '../../src/platform/http/errors/problems.ts'
import { readLive } from './live-world.ts'
import { findStored } from './queries.ts'
import type { WorldData } from './tasks/world-data.ts'

/** as_is: what has happened. pace: the month's end at the pace so far. */
export const BASES = ['as_is', 'pace'] as const
type BasisName = (typeof BASES)[number]

/** What `before` is, for people: a number of the month's end is taken for another one easily. */
export const STARTS_FROM = {
  stored: 'The score of the month, which is over.',
  as_is: 'The score if the month ended now.',
  pace: 'The score at the month’s end if the rest of the month goes as it began. It is not the projection, which also learns from earlier months and other sellers.',
} as const

/** A seller's world and what answers say of it: what its rules were prepared from, and what is owed past its due date. */
export type AskedWorld = Awaited<ReturnType<ReadWorld>>
export type ReadWorld = ReturnType<typeof worldReader>

interface Asked {
  period?: string | undefined
  /** Without it: pace for the running month, as_is for one that is over. */
  basis?: BasisName | undefined
}

/**
 * Reads the world of a seller in the caller's scope: of a month that is over from what was kept with its score, so that
 * the score stands before any change, and of the running one from the facts as they are now. The reader throws 400
 * for a month to come, and for the pace of one that is over, 404 without a score of it, and 409 when other code has
 * computed that. Both take slots, so that many questions leave the others their time: facts are summed up in those of
 * all sums, and what was kept is scored again in those of large lists.
 */
export function worldReader(app: FastifyInstance) {
  const { db, env, rowSlots, sumSlots } = app
  const rulesOf = rulesOfRuns(db)
  const time_zone = env.BUSINESS_TIMEZONE

  async function readStored({ id, seller_code }: SellerRef, period: string) {
    const stored = await findStored(db, id, period)
    if (!stored) throw notFound('score_not_found', `${seller_code} has no score of ${period}.`)
    const known = stored.run_id === null ? undefined : await rulesOf(stored.run_id)
    const world = known && storedWorld(known.prepared, stored)
    if (!world) throw engineMismatch({ seller_code, period })
    return {
      from: 'stored',
      as_of: stored.as_of,
      basis: 'as_is',
      starts_from: STARTS_FROM.stored,
      rules: known.rules,
      world,
      end: null,
      overdue: null,
    } as const
  }

  return async (
    request: FastifyRequest & { params: { seller_code: string } },
    reply: FastifyReply,
    { period: asked, basis }: Asked,
  ) => {
    const seller = await findSeller(request, request.params.seller_code)
    const { seller_code } = seller
    const running = runningPeriod(app)
    const period = asked ?? running
    if (period > running)
      throw badRequest(
        'period_in_future',
        `period ${period} lies in the future; the running month is ${running}.`,
      )
    if (period === running) {
      const of = { seller: seller.id, period, time_zone }
      const free = await sumSlots.take(clientDisconnected(reply))
      const live = await readLive(app, of, basis !== 'as_is').finally(free)
      const start = basis ?? 'pace'
      return {
        ...{ seller_id: seller.id, seller_code, period, from: 'live' as const },
        ...{ basis: start, starts_from: STARTS_FROM[start] },
        ...live,
      }
    }
    if (basis === 'pace')
      throw badRequest(
        'invalid_field',
        `basis pace is for the running month; ${period} is over, so use as_is.`,
      )
    const free = await rowSlots.take(clientDisconnected(reply))
    const stored = await readStored(seller, period).finally(free)
    return { seller_id: seller.id, seller_code, period, ...stored }
  }
}

/** The world as a thread gets it. */
export const dataOf = ({ world: { input, appeals }, rules, end }: AskedWorld): WorldData => ({
  input,
  appeals,
  rules,
  end,
})
