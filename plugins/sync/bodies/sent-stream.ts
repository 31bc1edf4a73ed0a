import { Readable } from 'node:stream'
import type { FastifyContentTypeParser } from 'fastify'
import type { Candidate } from '../candidate.ts'
import type { PushedFeed } from '../pushed-feed.ts'

/** Reads the bytes of a push to a feed as chunks of candidates. No more is read while a chunk is being stored. */
export type ChunksOf = (blocks: AsyncIterable<Buffer>, feed: PushedFeed) => AsyncGenerator<Candidate[]>

/** The body of a push that is read while it comes. */
export interface SentStream {
  stream: Readable
  chunksOf: ChunksOf
}

/** No JSON holds a stream. */
export const isSentStream = (body: unknown): body is SentStream =>
  (body as SentStream | null | undefined)?.stream instanceof Readable

/** Hands the body of a push over unread, with how it is read. */
export const takeStream =
  (chunksOf: ChunksOf): FastifyContentTypeParser =>
  async (_request: unknown, stream: Readable) => ({ stream, chunksOf })
