import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { BULK_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import { unavailable } from '../../src/platform/database/connect/unavailable.ts'
import type { Transaction } from '../../src/platform/database/database.ts'
import { staysAwake } from '../../src/platform/database/statements/transaction.ts'
import { restOfBody } from '../../src/platform/http/connections/slow-callers.ts'
import { badRequest, payloadTooLarge } from '../../src/platform/http/errors/problems.ts'
import { change } from '../../src/platform/http/requests/change.ts'
import { recordsOf } from './bodies/envelope.ts'
import { isSentStream, type SentStream } from './bodies/ndjson.ts'
import { feedWith } from './mappings/mapped-feed.ts'
import type { PushQuery } from './push-schemas.ts'
import type { Candidate, Push, PushedFeed } from './pushed-feed.ts'
import { type ReadChunk, readChunks } from './read-chunk.ts'
import { keepRejections, recordPush } from './storing/ledger.ts'
import { storeChunk, tryChunk } from './storing/store-chunk.ts'
import { addTally, answerOf, emptyTally, isUnreadable, onlyRejected, type Tally } from './storing/tally.ts'

/** The handler of a feed's POST: a JSON body is stored in one transaction, a stream as it comes. */
export const pushTo = (feed: PushedFeed) => async (request: FastifyRequest) => {
  const { body, query, server } = request
  const { mapping, atomic, dry_run } = query as PushQuery
  const isStream = isSentStream(body)
  const push: Push = {
    ...{ id: randomUUID(), request, keep: !dry_run, seen: isStream ? new Map() : undefined },
    feed: mapping === undefined ? feed : await feedWith(server.db, feed, mapping),
  }
  if (!isStream) return pushRecords(push, atomic)
  try {
    if (dry_run) {
      const { value: first = [] } = await body.chunksOf(body.stream, push.feed).next()
      return await dryRun(push, first.slice(0, SHOWN))
    }
    return await (atomic || push.feed.lines ? pushWholeStream(push, body, atomic) : pushStream(push, body))
  } finally {
    body.stream.destroy() // what nobody reads any more must flow
    await restOfBody(request)
  }
}

async function pushRecords(push: Push, all: boolean) {
  const candidates = recordsOf(push.feed, push.request.body).map((value, position) => ({ position, value }))
  if (!push.keep) return dryRun(push, candidates)
  const chunk = await readAlone(push, candidates)
  const isRefused = (total: Tally) => isUnreadable(total) || (all && total.rejected > 0)
  const store = (tx: Transaction) => storeAll(tx, push, Readable.from([chunk]), isRefused)
  return orRefused(push, () =>
    change(push.request, async (tx) => answerOf(push, await store(tx)), { ...BULK_TRANSACTION, bulk: true }),
  )
}

async function readAlone({ feed, request }: Push, candidates: Candidate[]) {
  const { value } = await readChunks(feed, [candidates], request.server.env).next()
  return value as ReadChunk
}

/** What is sent, as a stream of chunks that reads one ahead. Its error is thrown to who asks for the chunk. */
const chunksSent = ({ feed, request }: Push, { chunksOf }: SentStream, blocks: AsyncIterable<Buffer>) =>
  Readable.from(readChunks(feed, chunksOf(blocks, feed), request.server.env)).on('error', () => {})

/**
 * Stores all of a stream in one transaction, or nothing; a bad record alone is left out unless all are wanted. A spool
 * takes it first, so that no connection waits for the sender, and that the transaction can be run again.
 * @throws 413 when it is larger than a spool may be; 400 when a record is bad
 */
async function pushWholeStream(push: Push, body: SentStream, all: boolean) {
  const spool = await push.request.server.spools.open((megabytes) => tooLarge(megabytes, push.feed))
  try {
    await spool.fill(body.stream)
    const isRefused = ({ rejected }: Tally) => all && rejected > 0
    const total = await orRefused(push, () =>
      inBulk(push, (tx) => storeAll(tx, push, chunksSent(push, body, spool.blocks()), isRefused)),
    )
    return readableAnswer(push, total)
  } finally {
    await spool.close()
  }
}

const tooLarge = (megabytes: number, { lines }: PushedFeed) =>
  payloadTooLarge(
    'push_too_large',
    `The push is larger than ${megabytes} MB: send it in parts${lines ? ', each with all lines of its keys' : ', or without atomic=true, which may be of any length'}`,
  )

/** Stores chunk after chunk in one transaction, up to the first with which the push is refused. */
async function storeAll(tx: Transaction, push: Push, chunks: Readable, isRefused: (total: Tally) => boolean) {
  const iterator = chunks.iterator({ destroyOnReturn: false }) as AsyncIterator<ReadChunk>
  let total = emptyTally()
  for (;;) {
    // Reading may take long: lines of one key are one record.
    const { done, value } = await staysAwake(tx, iterator.next())
    if (done) break
    const tally = await storeChunk(tx, push, value)
    total = addTally(total, tally)
    if (isRefused(total)) throw new Refused({ ...total, rejections: tally.rejections }, chunks)
  }
  await recordPush(tx, push, total)
  return total
}

/** Each chunk in a transaction of its own, begun when all of it is there. It stays stored when the rest fails. */
async function pushStream(push: Push, body: SentStream) {
  let total = emptyTally()
  try {
    for await (const chunk of chunksSent(push, body, body.stream))
      total = addTally(total, {
        ...(await storeOne(push, chunk, (tally) => tally)),
        days: [],
        lateMonths: [],
      })
  } catch (error) {
    throw total.received > 0 ? withStored(error as Error, total) : error
  }
  return readableAnswer(push, total)
}

/** @throws 400 when nothing that was sent is a record */
function readableAnswer(push: Push, total: Tally) {
  if (isUnreadable(total)) throw refusalOf(total, push)
  return answerOf(push, total)
}

/** What ended a stream, as it is answered, with what of the push is stored nevertheless. */
function withStored(error: Error, { received }: Tally): Error {
  const answered = unavailable(error) ?? error
  if ('statusCode' in answered)
    answered.message = `${answered.message.replace(/\.$/, '')}. What is good of the first ${received} records is stored.`
  return answered
}

/** Stores a chunk, and records what is counted of it. */
const storeOne = (push: Push, chunk: ReadChunk, counted: (tally: Tally) => Tally) =>
  inBulk(push, async (tx) => {
    const tally = await storeChunk(tx, push, chunk)
    await recordPush(tx, push, counted(tally))
    return tally
  })

const inBulk = <Result>({ request }: Push, work: (tx: Transaction) => Promise<Result>) =>
  request.server.db.bulkTransaction(work, BULK_TRANSACTION)

/** So many records are shown, and tried of a stream. */
const SHOWN = 20

/** Answers what a push of candidates would, and how the first of them are read. Nothing is stored. */
async function dryRun(push: Push, candidates: Candidate[]) {
  const chunk = await readAlone(push, candidates)
  const { tally, records } = await inBulk(push, (tx) => tryChunk(tx, push, chunk))
  if (isUnreadable(tally)) throw refusalOf(tally, push)
  return { ...answerOf(push, tally), records: records.slice(0, SHOWN) }
}

/** Nothing of a push may be kept: `tally` is of the chunks until the first with a bad record, `rest` those after it. */
class Refused extends Error {
  tally: Tally
  rest: Readable
  constructor(tally: Tally, rest: Readable) {
    super('some records are bad')
    this.tally = tally
    this.rest = rest
  }
}

/**
 * Answers what was stored, or refuses the push: checks the rest, keeps all rejections, and says what was wrong.
 * @throws 400 that names the first bad record and how many are bad
 */
async function orRefused<Answer>(push: Push, store: () => Promise<Answer>) {
  try {
    return await store()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    let { tally } = error
    const refused = onlyRejected(tally)
    await inBulk(push, async (tx) => {
      await keepRejections(tx, push, refused)
      await recordPush(tx, push, refused)
    })
    for await (const chunk of error.rest)
      tally = addTally(tally, await storeOne({ ...push, keep: false }, chunk, onlyRejected))
    throw refusalOf(tally, push)
  }
}

/** A 400 that names the first bad record of a push of which nothing was stored, and where all of them are. */
function refusalOf(tally: Tally, { id, keep }: Push) {
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
