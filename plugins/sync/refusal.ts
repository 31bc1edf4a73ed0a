import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../src/platform/database/database.ts'
import { badRequest } from '../../src/platform/http/problems.ts'
import { onlyRejectedDays } from './days.ts'
import type { Feed } from './feed.ts'
import { recordPush } from './ledger.ts'
import type { ReadChunk } from './read-chunk.ts'
import { storeChunk } from './store-chunk.ts'
import { emptyTally, type Tally } from './tally.ts'
import { TIMEOUT } from './timeout.ts'

/**
 * Ends the transaction of a push of which nothing may be kept. `tally` is that of the chunk with bad records, `rest`
 * the chunks that were not checked yet.
 */
export class Refused extends Error {
  tally: Tally
  rest: AsyncIterable<ReadChunk>
  constructor(tally: Tally, rest: AsyncIterable<ReadChunk>) {
    super('some records are bad')
    this.tally = tally
    this.rest = rest
  }
}

/**
 * Answers a push of which nothing was stored: checks the rest, keeps all rejections, and says what was wrong.
 * @throws 400 that names the first bad record and how many are bad
 */
export async function refuse(request: FastifyRequest, feed: Feed, { tally, rest }: Refused): Promise<never> {
  const { db } = request.server
  const [first] = tally.rejections
  let bad = tally.rejected
  await db.bulkTransaction((tx) => recordPush(tx, request, feed.name, onlyRejected(tally)), TIMEOUT)
  for await (const chunk of rest) {
    const checkChunk = async (tx: Transaction) => {
      const found = await storeChunk(tx, feed, chunk, { request, keep: false })
      await recordPush(tx, request, feed.name, onlyRejected(found))
      return found.rejected
    }
    bad += await db.bulkTransaction(checkChunk, TIMEOUT)
  }
  throw badRequest(
    'records_rejected',
    `Nothing was stored, because ${bad === 1 ? 'one record is' : `${bad} records are`} bad; ${bad === 1 ? 'it is' : 'the first is'} at index ${first?.position}: ${first?.error}`,
  )
}

/** The good records of a refused push count as if they had not been sent. */
const onlyRejected = ({ rejected, rejections, days }: Tally): Tally => ({
  ...emptyTally(),
  received: rejected,
  rejected,
  rejections,
  days: onlyRejectedDays(days),
})
