import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../src/platform/database/database.ts'
import { bulkChange } from '../../src/platform/http/idempotency.ts'
import { throwAway } from '../../src/platform/http/timed-body.ts'
import { pushWholeStream } from './atomic.ts'
import type { Candidate } from './candidate.ts'
import { dryRun } from './dry-run.ts'
import { recordsOf } from './envelope.ts'
import type { Feed } from './feed.ts'
import { recordPush } from './ledger.ts'
import { feedWith } from './mappings/mapped-feed.ts'
import { oneAhead } from './one-ahead.ts'
import type { PushQuery } from './push-schemas.ts'
import { type ReadChunk, readChunk, readChunks } from './read-chunk.ts'
import { Refused, refuse } from './refusal.ts'
import { blocksOf, isSentStream, type SentStream } from './sent-stream.ts'
import { storeChunk } from './store-chunk.ts'
import { addTally, answerOf, emptyTally } from './tally.ts'
import { TIMEOUT } from './timeout.ts'

/** The handler of a feed's POST: a JSON body is stored in one transaction, a stream as it comes. */
export const pushTo = (feed: Feed) => async (request: FastifyRequest) => {
  const { body } = request
  if (!isSentStream(body)) return pushBody(request, await feedOf(request, feed))
  try {
    return await pushSent(request, await feedOf(request, feed), body)
  } catch (error) {
    await throwAway(body.stream)
    throw error
  }
}

const queryOf = (request: FastifyRequest) => request.query as PushQuery

/** The feed, as the mapping reads it that the query names. */
async function feedOf(request: FastifyRequest, feed: Feed) {
  const { mapping } = queryOf(request)
  return mapping === undefined ? feed : await feedWith(request.server.db, feed, mapping)
}

async function pushBody(request: FastifyRequest, feed: Feed) {
  const { atomic, dry_run } = queryOf(request)
  const records = recordsOf(feed, request.body)
  return dry_run ? dryRun(request, feed, oneChunk(records)) : pushRecords(request, feed, records, atomic)
}

async function pushSent(request: FastifyRequest, feed: Feed, body: SentStream) {
  const { atomic, dry_run } = queryOf(request)
  if (!dry_run) return (atomic ? pushWholeStream : pushStream)(request, feed, body)
  const answer = await dryRun(request, feed, body.chunksOf(blocksOf(body), feed))
  await throwAway(body.stream)
  return answer
}

async function pushRecords(request: FastifyRequest, feed: Feed, records: unknown[], atomic: boolean) {
  const { env } = request.server
  const chunk = await readChunk(feed, candidatesOf(records), env)
  try {
    return await bulkChange(
      request,
      async (tx) => {
        const tally = await storeChunk(tx, feed, chunk, { request, keep: true })
        if (atomic && tally.rejected > 0) throw new Refused(tally, noChunks())
        await recordPush(tx, request, feed.name, tally)
        return answerOf(tally, env)
      },
      TIMEOUT,
    )
  } catch (error) {
    if (error instanceof Refused) return refuse(request, feed, error)
    throw error
  }
}

/**
 * Each chunk in a transaction of its own, which begins when all of the chunk is there; the next one is read meanwhile.
 * What was stored stays, also when the rest fails.
 */
async function pushStream(request: FastifyRequest, feed: Feed, body: SentStream) {
  const { db, env } = request.server
  let total = emptyTally()
  for await (const chunk of oneAhead(readChunks(feed, body.chunksOf(blocksOf(body), feed), env))) {
    const storeOne = async (tx: Transaction) => {
      const tally = await storeChunk(tx, feed, chunk, { request, keep: true })
      await recordPush(tx, request, feed.name, tally)
      return tally
    }
    total = addTally(total, await db.bulkTransaction(storeOne, TIMEOUT))
  }
  return answerOf(total, env)
}

const candidatesOf = (records: unknown[]): Candidate[] =>
  records.map((value, position) => ({ position, value }))

async function* oneChunk(records: unknown[]): AsyncGenerator<Candidate[]> {
  yield candidatesOf(records)
}

async function* noChunks(): AsyncGenerator<ReadChunk> {}
