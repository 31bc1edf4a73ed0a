import { isUtf8 } from 'node:buffer'
import { unstorableText } from '../../../src/platform/http/requests/unstorable-text.ts'
import type { Candidate } from '../candidate.ts'
import { LONGEST_RECORD, nestingProblem } from '../reading/bounds.ts'
import { type Line, linesOf, TOO_LONG } from './lines.ts'
import type { ChunksOf } from './sent-stream.ts'

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
    const value: unknown = JSON.parse(text)
    return { value, problem: problemOf(text, value) }
  } catch {
    return { value: text, problem: 'the line is not valid JSON' }
  }
}

const problemOf = (text: string, value: unknown) => nestingProblem(value) ?? unstorableText(text, value)
