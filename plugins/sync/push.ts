import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { BULK_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Transaction } from '../../src/platform/database/database.ts'
import { restOfBody } from '../../src/platform/http/connections/slow-callers.ts'
import { payloadTooLarge } from '../../src/platform/http/errors/problems.ts'
import { bulkChange } from '../../src/platform/http/requests/idempotency.ts'
import { recordsOf } from './bodies/envelope.ts'
import { oneAhead } from './bodies/one-ahead.ts'
import { isSentStream, type SentStream } from './bodies/sent-stream.ts'
import type { Candidate } from './candidate.ts'
import { joinLines } from './mappings/lines.ts'
import { feedWith } from './mappings/mapped-feed.ts'
import type { PushQuery } from './push-schemas.ts'
import type { Push, PushedFeed } from './pushed-feed.ts'
import { type ReadChunk, readChunk, readChunks } from './read-chunk.ts'
import { Refused, refusalOf, refuse } from './refused-push.ts'
import { SeenKeys } from './storing/keys.ts'
import { recordPush } from './storing/ledger.ts'
import { storeChunk, tryChunk } from './storing/store-chunk.ts'
import { addTally, answerOf, emptyTally, isUnreadable, type Tally } from './storing/tally.ts'

/** The handler of a feed's POST: a JSON body is stored in one transaction, a stream as it comes. */
export const pushTo = (feed: PushedFeed) => async (request: FastifyRequest) => {
  const { body } = request
  const push = { id: randomUUID(), request, keep: !queryOf(request).dry_run }
  if (!isSentStream(body)) return pushBody(push, await feedOf(request, feed))
  const mapped = await feedOf(request, feed)
  try {
    return await pushSent({ ...push, seen: new SeenKeys() }, mapped, body)
  } finally {
    await restOfBody(request)
  }
}

const queryOf = (request: FastifyRequest) => request.query as PushQuery

/** The feed, as the mapping reads it that the query names. */
async function feedOf(request: FastifyRequest, feed: PushedFeed) {
  const { mapping } = queryOf(request)
  return mapping === undefined ? feed : await feedWith(request.server.db, feed, mapping)
}

async function pushBody(push: Push, feed: PushedFeed) {
  const records = recordsOf(feed, push.request.body)
  return push.keep ? pushRecords(push, feed, records) : dryRun(push, feed, candidatesOf(records))
}

async function pushSent(push: Push, feed: PushedFeed, body: SentStream) {
  if (!push.keep) return dryRun(push, feed, await firstOf(body.chunksOf(body.stream, feed)))
  const { atomic } = queryOf(push.request)
  return atomic || feed.lines ? pushWholeStream(push, feed, body, atomic) : pushStream(push, feed, body)
}

async function pushRecords(push: Push, feed: PushedFeed, records: unknown[]) {
  const { request } = push
  const { atomic } = queryOf(request)
  const candidates = joinedOf(feed, candidatesOf(records))
  const chunk = await readChunk(feed, candidates, request.server.env)
  return orRefused(push, feed, () =>
    bulkChange(request, (tx) => storeAll(tx, push, feed, alone(chunk), atomic), BULK_TRANSACTION),
  )
}

async function* alone(chunk: ReadChunk) {
  yield chunk
}

/**
 * Stores all of a stream in one transaction, or nothing; a bad record alone is left out unless all are wanted. The
 * stream is put into a spool first, so that no connection is held while the sender is waited for, and that the
 * transaction can be run again.
 * @throws 413 when it is larger than a spool may be; 400 when a record is bad
 */
async function pushWholeStream(push: Push, feed: PushedFeed, body: SentStream, all: boolean) {
  const { db, env, spools } = push.request.server
  const spool = await spools.open(tooLarge)
  const chunks = () => oneAhead(readChunks(feed, body.chunksOf(spool.blocks(), feed), env))
  try {
    await spool.fill(body.stream)
    return await orRefused(push, feed, () =>
      db.bulkTransaction((tx) => storeAll(tx, push, feed, chunks(), all), BULK_TRANSACTION),
    )
  } finally {
    await spool.close()
  }
}

const tooLarge = (megabytes: number) =>
  payloadTooLarge(
    'push_too_large',
    `The push is larger than ${megabytes} MB: send it in parts, or without atomic=true, which may be of any length`,
  )

/** Answers what was stored, or refuses the push of which nothing was. */
async function orRefused<Answer>(push: Push, feed: PushedFeed, store: () => Promise<Answer>) {
  try {
    return await store()
  } catch (error) {
    if (error instanceof Refused) return await refuse(push, feed, error)
    throw error
  }
}

async function storeAll(
  tx: Transaction,
  push: Push,
  feed: PushedFeed,
  chunks: AsyncGenerator<ReadChunk>,
  all: boolean,
) {
  let total: Tally | undefined // that of one chunk alone has all its rejections
  for await (const chunk of keptOpen(chunks)) {
    const tally = await storeChunk(tx, feed, chunk, push)
    total = total ? addTally(total, tally) : tally
    if (all && total.rejected > 0) throw new Refused(total, chunks)
  }
  total ??= emptyTally()
  if (isUnreadable(total)) throw new Refused(total, chunks)
  await recordPush(tx, push, feed.name, total)
  return answerOf(feed, total, push)
}

/** The same chunks for more than one `for await`: leaving one does not end them. */
const keptOpen = (chunks: AsyncGenerator<ReadChunk>): AsyncIterable<ReadChunk> => ({
  [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }),
})

/**
 * Each chunk in a transaction of its own, which begins when all of the chunk is there; the next one is read meanwhile.
 * What was stored stays, also when the rest fails.
 */
async function pushStream(push: Push, feed: PushedFeed, body: SentStream) {
  const { db, env } = push.request.server
  let total = emptyTally()
  for await (const chunk of oneAhead(readChunks(feed, body.chunksOf(body.stream, feed), env))) {
    const storeOne = async (tx: Transaction) => {
      const tally = await storeChunk(tx, feed, chunk, push)
      await recordPush(tx, push, feed.name, tally)
      return tally
    }
    total = addTally(total, await db.bulkTransaction(storeOne, BULK_TRANSACTION))
  }
  if (isUnreadable(total)) throw refusalOf(total, push)
  return answerOf(feed, total, push)
}

const candidatesOf = (records: unknown[]): Candidate[] =>
  records.map((value, position) => ({ position, value }))

const joinedOf = (feed: PushedFeed, candidates: Candidate[]) =>
  feed.lines ? joinLines(candidates, feed.lines) : candidates

/** So many records are shown, and tried of a stream. */
const SHOWN = 20

/** Answers what a push of candidates would, and how the first of them are read. Nothing is stored. */
async function dryRun(push: Push, feed: PushedFeed, candidates: Candidate[]) {
  const { db, env } = push.request.server
  const chunk = await readChunk(feed, joinedOf(feed, candidates), env)
  const { tally, records } = await db.bulkTransaction(
    (tx) => tryChunk(tx, feed, chunk, push),
    BULK_TRANSACTION,
  )
  if (isUnreadable(tally)) throw refusalOf(tally, push)
  return { ...answerOf(feed, tally, push), records: records.slice(0, SHOWN) }
}

async function firstOf(chunks: AsyncIterable<Candidate[]>): Promise<Candidate[]> {
  for await (const chunk of chunks) return chunk.slice(0, SHOWN)
  return []
}
