import { isUtf8 } from 'node:buffer'
import { unstorableText } from '../../src/platform/http/unstorable-text.ts'
import { isDeeperThan } from '../../src/platform/schemas/json-object.ts'
import type { Candidate } from './candidate.ts'
import { type Line, linesOf, TOO_LONG } from './lines.ts'
import type { ChunksOf } from './sent-stream.ts'

const LONGEST_LINE = 64 * 1024
/** What is stored at once: so many records, or fewer where they are large. */
export const CHUNK_RECORDS = 2_000
export const CHUNK_BYTES = 4 * 1024 * 1024
/** How deep the objects and arrays of a record may be nested. */
const MOST_LEVELS = 50

/** Reads the bytes of NDJSON as chunks of candidates. No more is read while a chunk is being stored. */
export const chunksOf: ChunksOf = async function* (blocks) {
  let chunk: Candidate[] = []
  let bytes = 0
  let position = 0
  for await (const lines of linesOf(blocks, LONGEST_LINE))
    for (const line of lines) {
      const candidate = candidateOf(line, position)
      if (!candidate) continue
      chunk.push(candidate)
      position++
      bytes += line === TOO_LONG ? 0 : line.length
      if (chunk.length < CHUNK_RECORDS && bytes < CHUNK_BYTES) continue
      yield chunk
      chunk = []
      bytes = 0
    }
  if (chunk.length > 0) yield chunk
}

/** Blank lines are no candidates. */
function candidateOf(line: Line, position: number): Candidate | undefined {
  if (line === TOO_LONG)
    return { position, value: null, problem: `the line is longer than ${LONGEST_LINE} bytes` }
  const text = line.toString().trim()
  if (text === '') return undefined
  if (!isUtf8(line)) return { position, value: text, problem: 'the line is not valid UTF-8' }
  try {
    const value: unknown = JSON.parse(text)
    return { position, value, problem: problemOf(text, value) }
  } catch {
    return { position, value: text, problem: 'the line is not valid JSON' }
  }
}

const problemOf = (text: string, value: unknown) =>
  isDeeperThan(MOST_LEVELS, value)
    ? `the record is nested deeper than ${MOST_LEVELS} levels`
    : unstorableText(text, value)
