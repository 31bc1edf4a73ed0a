import type { FastifyRequest } from 'fastify'
import type { Candidate } from './candidate.ts'
import type { Feed } from './feed.ts'
import { readChunk } from './read-chunk.ts'
import { tryChunk } from './store-chunk.ts'
import { answerOf } from './tally.ts'
import { TIMEOUT } from './timeout.ts'

/** So many records are shown. */
const SHOWN = 20

/** Answers how the first records of a push are read, and what is wrong with them. Nothing is stored. */
export async function dryRun(request: FastifyRequest, feed: Feed, chunks: AsyncIterable<Candidate[]>) {
  const { db, env } = request.server
  const chunk = await readChunk(feed, await firstOf(chunks), env)
  const { tally, records } = await db.bulkTransaction(
    (tx) => tryChunk(tx, feed, chunk, { request, keep: false }),
    TIMEOUT,
  )
  return { ...answerOf(tally, env), records }
}

async function firstOf(chunks: AsyncIterable<Candidate[]>): Promise<Candidate[]> {
  for await (const chunk of chunks) return chunk.slice(0, SHOWN)
  return []
}
