import { Readable } from 'node:stream'
import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../src/platform/database/database.ts'
import { bulkChange } from '../../src/platform/http/idempotency.ts'
import { Refused, refuse, TIMEOUT } from './atomic.ts'
import type { Envelope } from './envelope.ts'
import type { Feed } from './feed.ts'
import { recordPush } from './ledger.ts'
import { chunksOf } from './ndjson.ts'
import { type Candidate, storeChunk } from './store-chunk.ts'
import { addTally, answerOf, noTally } from './tally.ts'

/** The handler of a feed's POST: a JSON body is stored in one transaction, a stream as it comes. */
export const pushTo = (feed: Feed) => async (request: FastifyRequest) => {
  const body = request.body as Envelope
  const { atomic } = request.query as { atomic: boolean }
  if (!(body instanceof Readable)) return pushRecords(request, feed, body.records, atomic)
  const chunks = unclosed(chunksOf(body))
  try {
    return await (atomic ? pushWholeStream : pushStream)(request, feed, chunks)
  } catch (error) {
    // Most senders look at the answer only when all is sent, so what is still to come is read and thrown away.
    for await (const chunk of chunks) void chunk
    throw error
  }
}

async function pushRecords(request: FastifyRequest, feed: Feed, records: unknown[], atomic: boolean) {
  const candidates = records.map((value, position) => ({ position, value }))
  try {
    return await bulkChange(
      request,
      async (tx) => {
        const tally = await storeChunk(tx, feed, candidates, { request, keep: true })
        if (atomic && tally.rejected > 0) throw new Refused(tally)
        await recordPush(tx, request, feed.name, tally)
        return answerOf(tally)
      },
      TIMEOUT,
    )
  } catch (error) {
    if (error instanceof Refused) return refuse(request, feed, error, nothing())
    throw error
  }
}

/** Each chunk in a transaction of its own: what was stored stays, whatever happens to the rest. */
async function pushStream(request: FastifyRequest, feed: Feed, chunks: AsyncIterable<Candidate[]>) {
  let total = noTally()
  for await (const chunk of chunks) {
    const storing = async (tx: Sql) => {
      const tally = await storeChunk(tx, feed, chunk, { request, keep: true })
      await recordPush(tx, request, feed.name, tally)
      return tally
    }
    total = addTally(total, await request.server.db.bulkTransaction(storing, TIMEOUT))
  }
  return answerOf(total)
}

/** All chunks in one transaction, which can't be run again: the stream is gone then. */
async function pushWholeStream(request: FastifyRequest, feed: Feed, chunks: AsyncIterable<Candidate[]>) {
  let begun = false
  const storing = async (tx: Sql) => {
    if (begun) throw httpErrors.serviceUnavailable('Another push was in the way; push again')
    begun = true
    let total = noTally()
    for await (const chunk of chunks) {
      const tally = await storeChunk(tx, feed, chunk, { request, keep: true })
      if (tally.rejected > 0) throw new Refused(tally)
      total = addTally(total, tally)
    }
    await recordPush(tx, request, feed.name, total)
    return answerOf(total)
  }
  try {
    return await request.server.db.bulkTransaction(storing, TIMEOUT)
  } catch (error) {
    if (error instanceof Refused) return refuse(request, feed, error, chunks)
    throw error
  }
}

/** The same chunks for more than one `for await`: leaving one does not end them. */
const unclosed = (chunks: AsyncGenerator<Candidate[]>): AsyncIterable<Candidate[]> => ({
  [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }),
})

async function* nothing(): AsyncGenerator<Candidate[]> {}
