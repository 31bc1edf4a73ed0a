import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import type { FastifyContentTypeParser } from 'fastify'
import { unstorableText, withSentDigits } from '../../../src/platform/http/requests/json-bodies.ts'
import type { Candidate, PushedFeed } from '../pushed-feed.ts'
import { LONGEST_RECORD, nestingProblem } from '../reading/bounds.ts'

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

/** What is stored at once: so many records, or fewer where they are large. */
export const CHUNK_RECORDS = 2_000
export const CHUNK_BYTES = 4 * 1024 * 1024

/** Reads the bytes of NDJSON as chunks of candidates. No more is read while a chunk is being stored. */
export const chunksOf: ChunksOf = async function* (blocks) {
  let chunk: Candidate[] = []
  let bytes = 0
  let position = 0
  let number = 0
  for await (const lines of linesOf(blocks, LONGEST_RECORD))
    for (const line of lines) {
      number++
      const read = readLine(line)
      if (!read) continue
      chunk.push({ position: position++, line: number, ...read })
      bytes += line === TOO_LONG ? 0 : line.length
      if (chunk.length < CHUNK_RECORDS && bytes < CHUNK_BYTES) continue
      yield chunk
      chunk = []
      bytes = 0
    }
  if (chunk.length > 0) yield chunk
}

/** Blank lines are no candidates. */
function readLine(line: Line): Pick<Candidate, 'value' | 'problem'> | undefined {
  if (line === TOO_LONG) return { value: null, problem: `the line is longer than ${LONGEST_RECORD} bytes` }
  const text = line.toString().trim()
  if (text === '') return undefined
  if (!isUtf8(line)) return { value: text, problem: 'the line is not valid UTF-8' }
  try {
    const value: unknown = JSON.parse(withSentDigits(text))
    return { value, problem: problemOf(text, value) }
  } catch {
    return { value: text, problem: 'the line is not valid JSON' }
  }
}

const problemOf = (text: string, value: unknown) => nestingProblem(value) ?? unstorableText(text, value)

const NEWLINE = 10
const NOTHING = Buffer.alloc(0)

/** A line longer than is taken; its bytes are not kept. */
export const TOO_LONG = Symbol('a line that is too long')
type Line = Buffer | typeof TOO_LONG

/**
 * Cuts a stream of bytes into lines, all those of a block at once, without their ends. What follows the last
 * newline is a line too, unless it is empty. Never holds more than a block and `longest` bytes.
 */
export async function* linesOf(blocks: AsyncIterable<Buffer>, longest: number): AsyncGenerator<Line[]> {
  let begun: Line = NOTHING
  for await (const block of blocks) {
    const lines: Line[] = []
    let start = 0
    for (let end = block.indexOf(NEWLINE); end !== -1; end = block.indexOf(NEWLINE, start)) {
      lines.push(joined(begun, block.subarray(start, end), longest))
      begun = NOTHING
      start = end + 1
    }
    begun = joined(begun, block.subarray(start), longest)
    if (lines.length > 0) yield lines
  }
  if (begun === TOO_LONG || begun.length > 0) yield [begun]
}

function joined(begun: Line, more: Buffer, longest: number): Line {
  if (begun === TOO_LONG || begun.length + more.length > longest) return TOO_LONG
  return begun.length === 0 ? more : Buffer.concat([begun, more])
}
