import { Readable } from 'node:stream'
import type { FastifyContentTypeParser } from 'fastify'
import { unsupportedMediaType } from '../../src/platform/http/problems.ts'
import type { Candidate } from './candidate.ts'
import type { Feed } from './feed.ts'

/** Reads the bytes of a push to a feed as chunks of candidates. No more is read while a chunk is being stored. */
export type ChunksOf = (blocks: AsyncIterable<Buffer>, feed: Feed) => AsyncGenerator<Candidate[]>

/** The body of a push that is read while it comes. */
export interface SentStream {
  stream: Readable
  chunksOf: ChunksOf
}

/** No JSON holds a stream. */
export const isSentStream = (body: unknown): body is SentStream =>
  (body as SentStream | null | undefined)?.stream instanceof Readable

/** The bytes of a body. Who leaves before their end may still throw the rest away. */
export const blocksOf = ({ stream }: SentStream): AsyncIterable<Buffer> =>
  stream.iterator({ destroyOnReturn: false })

/** Hands the body of a push over unread, with how it is read. */
export const takeStream =
  (chunksOf: ChunksOf): FastifyContentTypeParser =>
  async (request: { headers: Record<string, unknown> }, stream: Readable) => {
    if (request.headers['content-encoding'] !== undefined)
      throw unsupportedMediaType(
        'unsupported_encoding',
        'Content-Encoding is not supported: send the lines uncompressed',
      )
    return { stream, chunksOf }
  }
