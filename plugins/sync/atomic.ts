import type { Transaction } from '../../src/platform/database/database.ts'
import { payloadTooLarge } from '../../src/platform/http/errors/problems.ts'
import { oneAhead } from './bodies/one-ahead.ts'
import type { SentStream } from './bodies/sent-stream.ts'
import type { Push, PushedFeed } from './pushed-feed.ts'
import { type ReadChunk, readChunks } from './read-chunk.ts'
import { Refused, refuse } from './refused-push.ts'
import { recordPush } from './storing/ledger.ts'
import { storeChunk } from './storing/store-chunk.ts'
import { addTally, answerOf, emptyTally, isUnreadable } from './storing/tally.ts'
import { TIMEOUT } from './timeout.ts'

/**
 * Stores all of a stream in one transaction, or nothing; a bad record alone is left out unless all are wanted. The stream is put into a spool first, so that no
 * connection is held while the sender is waited for, and that the transaction can be run again.
 * @throws 413 when it is larger than a spool may be; 400 when a record is bad
 */
export async function pushWholeStream(push: Push, feed: PushedFeed, body: SentStream, all: boolean) {
  const { db, env, spools } = push.request.server
  const spool = await spools.open(tooLarge)
  try {
    await spool.fill(body.stream)
    return await db.bulkTransaction(
      (tx) =>
        storeAll(tx, push, feed, oneAhead(readChunks(feed, body.chunksOf(spool.blocks(), feed), env)), all),
      TIMEOUT,
    )
  } catch (error) {
    if (error instanceof Refused) return await refuse(push, feed, error)
    throw error
  } finally {
    await spool.close()
  }
}

async function storeAll(
  tx: Transaction,
  push: Push,
  feed: PushedFeed,
  chunks: AsyncGenerator<ReadChunk>,
  all: boolean,
) {
  let total = emptyTally()
  for await (const chunk of keptOpen(chunks)) {
    total = addTally(total, await storeChunk(tx, feed, chunk, push))
    if (all && total.rejected > 0) throw new Refused(total, chunks)
  }
  if (isUnreadable(total)) throw new Refused(total, chunks)
  await recordPush(tx, push, feed.name, total)
  return answerOf(feed, total, push)
}

/** The same chunks for more than one `for await`: leaving one does not end them. */
const keptOpen = (chunks: AsyncGenerator<ReadChunk>): AsyncIterable<ReadChunk> => ({
  [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }),
})

const tooLarge = (megabytes: number) =>
  payloadTooLarge(
    'push_too_large',
    `The push is larger than ${megabytes} MB: send it in parts, or without atomic=true, which may be of any length`,
  )
