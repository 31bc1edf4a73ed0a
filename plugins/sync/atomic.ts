import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../src/platform/database/database.ts'
import { payloadTooLarge } from '../../src/platform/http/problems.ts'
import type { Feed } from './feed.ts'
import { recordPush } from './ledger.ts'
import { oneAhead } from './one-ahead.ts'
import { type ReadChunk, readChunks } from './read-chunk.ts'
import { Refused, refuse } from './refusal.ts'
import { blocksOf, type SentStream } from './sent-stream.ts'
import { storeChunk } from './store-chunk.ts'
import { addTally, answerOf, emptyTally } from './tally.ts'
import { TIMEOUT } from './timeout.ts'

/**
 * Stores all of a stream in one transaction, or nothing. The stream is put into a spool first, so that no
 * connection is held while the sender is waited for, and that the transaction can be run again.
 * @throws 413 when it is larger than a spool may be; 400 when a record is bad
 */
export async function pushWholeStream(request: FastifyRequest, feed: Feed, body: SentStream) {
  const { db, env, spools } = request.server
  const spool = await spools.open(tooLarge)
  try {
    await spool.fill(blocksOf(body))
    return await db.bulkTransaction(
      (tx) =>
        storeAll(tx, request, feed, oneAhead(readChunks(feed, body.chunksOf(spool.blocks(), feed), env))),
      TIMEOUT,
    )
  } catch (error) {
    if (error instanceof Refused) return await refuse(request, feed, error)
    throw error
  } finally {
    await spool.close()
  }
}

async function storeAll(
  tx: Transaction,
  request: FastifyRequest,
  feed: Feed,
  chunks: AsyncGenerator<ReadChunk>,
) {
  let total = emptyTally()
  for await (const chunk of keptOpen(chunks)) {
    const tally = await storeChunk(tx, feed, chunk, { request, keep: true })
    if (tally.rejected > 0) throw new Refused(tally, chunks)
    total = addTally(total, tally)
  }
  await recordPush(tx, request, feed.name, total)
  return answerOf(total, request.server.env)
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
