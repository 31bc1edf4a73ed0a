import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { badRequest } from '../../src/platform/http/problems.ts'
import type { Candidate } from './candidate.ts'
import { CHUNK_BYTES, CHUNK_RECORDS } from './ndjson.ts'
import type { ChunksOf } from './sent-stream.ts'

const LONGEST_RECORD = 64 * 1024

/**
 * Reads the bytes of CSV as chunks of candidates: the first line names the fields, commas or semicolons stand between
 * them, an empty cell is no value. Lines without any value don't count.
 * @throws 400 when the header lacks what every record needs, or when what follows can't be told apart into records
 */
export const csvChunks: ChunksOf = async function* (blocks, feed) {
  const { head, all } = await peeked(blocks)
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(head),
    max_record_size: LONGEST_RECORD,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  })
  // Its error is that of the parser, which is what is read here.
  void pipeline(all, parser).catch(() => {})
  let header: string[] | undefined
  let chunk: Candidate[] = []
  let bytes = 0
  let position = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (!header) {
        header = checkedHeader(cells, feed.missingColumns(cells))
        continue
      }
      chunk.push(candidateOf(header, cells, position++))
      bytes += cells.reduce((sum, { length }) => sum + length, 0)
      if (chunk.length < CHUNK_RECORDS && bytes < CHUNK_BYTES) continue
      yield chunk
      chunk = []
      bytes = 0
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error
  }
  if (chunk.length > 0) yield chunk
}

/** The beginning of a stream up to its first line's end, and all of it. */
async function peeked(blocks: AsyncIterable<Buffer>) {
  const iterator = blocks[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (!head.includes('\n') && head.length <= LONGEST_RECORD) {
    const { done, value } = await iterator.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  async function* all() {
    yield head
    for await (const block of { [Symbol.asyncIterator]: () => iterator }) yield block
  }
  return { head, all: all() }
}

/** Whichever there is more of in the first line, outside of quotes. */
function delimiterOf(head: Buffer) {
  const [line = ''] = head.toString().split('\n', 1)
  const bare = line.replaceAll(/"[^"]*"/g, '')
  return bare.split(';').length > bare.split(',').length ? ';' : ','
}

function checkedHeader(header: string[], missing: string[]): string[] {
  const twice = header.find((name, i) => name !== '' && header.indexOf(name) !== i)
  if (twice !== undefined) throw badRequest('duplicate_value', `the first line names ${twice} twice`)
  if (missing.length > 0)
    throw badRequest(
      'body_not_readable',
      `the first line must name the fields, and has no column for ${missing.join(', ')}`,
    )
  return header
}

function candidateOf(header: string[], cells: string[], position: number): Candidate {
  const value: Record<string, string> = Object.create(null)
  for (const [i, name] of header.entries()) if (name !== '' && cells[i]) value[name] = cells[i]
  return { position, value, problem: problemOf(header, cells) }
}

function problemOf(header: string[], cells: string[]): string | undefined {
  if (cells.length < header.length || cells.slice(header.length).some((cell) => cell !== ''))
    return `the line has ${cells.length} cells, and the first line ${header.length}`
  const bad = cells.find((cell) => cell.includes('\0') || cell.includes('\uFFFD'))
  if (bad === undefined) return undefined
  return bad.includes('\0')
    ? `${header[cells.indexOf(bad)]} holds a NUL character, which can't be stored`
    : 'the line is not valid UTF-8'
}

function unreadable({ code, lines }: CsvError) {
  const problem =
    code === 'CSV_MAX_RECORD_SIZE'
      ? `a record is longer than ${LONGEST_RECORD} bytes`
      : code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'a quote is not closed'
        : 'it is no CSV'
  return badRequest(
    'body_not_readable',
    `the body can't be read as CSV at line ${lines}: ${problem}; records before it may be stored`,
  )
}
