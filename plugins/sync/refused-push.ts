// A push that is refused, of which nothing is stored; a single record is rejected, in rejected-record.ts.

import { BULK_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Transaction } from '../../src/platform/database/database.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { onlyRejectedDays } from './days.ts'
import type { Push, PushedFeed } from './pushed-feed.ts'
import type { ReadChunk } from './read-chunk.ts'
import { recordPush } from './storing/ledger.ts'
import { storeChunk } from './storing/store-chunk.ts'
import { addTally, emptyTally, isUnreadable, type Tally } from './storing/tally.ts'

/**
 * Ends the transaction of a push of which nothing may be kept. `tally` is that of the chunks until the first bad
 * record, `rest` the chunks that were not checked yet.
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
export async function refuse(push: Push, feed: PushedFeed, { tally, rest }: Refused): Promise<never> {
  const { db } = push.request.server
  let total = tally
  await db.bulkTransaction((tx) => recordPush(tx, push, feed.name, onlyRejected(tally)), BULK_TRANSACTION)
  for await (const chunk of rest) {
    const checkChunk = async (tx: Transaction) => {
      const found = await storeChunk(tx, feed, chunk, { ...push, keep: false })
      await recordPush(tx, push, feed.name, onlyRejected(found))
      return found
    }
    total = addTally(total, await db.bulkTransaction(checkChunk, BULK_TRANSACTION))
  }
  throw refusalOf(total, push)
}

/** A 400 that names the first bad record of a push of which nothing was stored, and where all of them are. */
export function refusalOf(tally: Tally, { id, keep }: Push) {
  const { rejected, rejections } = tally
  const [{ position, line, error } = { position: 0, error: '' }] = rejections
  const place = line === undefined ? `at index ${position}` : `on line ${line}`
  const listed = keep ? `; GET /api/sync/rejections?push_id=${id} has all` : ''
  if (isUnreadable(tally))
    return badRequest(
      'body_not_readable',
      `Nothing could be read as a record; the first of ${rejected} is ${place}: ${error}${listed}`,
    )
  return badRequest(
    'records_rejected',
    `Nothing was stored, because ${rejected === 1 ? 'one record is' : `${rejected} records are`} bad; ${rejected === 1 ? 'it is' : 'the first is'} ${place}: ${error}${listed}`,
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
