import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { badRequest } from '../../../src/platform/http/errors/problems.ts'
import type { Candidate, PushedFeed } from '../pushed-feed.ts'
import { LONGEST_RECORD, MOST_FIELDS } from '../reading/bounds.ts'
import { CHUNK_BYTES, CHUNK_RECORDS, type ChunksOf } from './ndjson.ts'

/**
 * Reads the bytes of CSV as chunks of candidates: the first line names the fields, commas or semicolons stand between
 * them, or what a line `sep=` above it says, as Excel writes it. An empty cell is no value, and what stands in columns
 * without a name is one of the name "". Lines without any value don't count.
 * @throws 400 when the header lacks what every record needs, or when what follows can't be told apart into records
 */
export const csvChunks: ChunksOf = async function* (blocks, feed) {
  const { head, all } = await peeked(blocks)
  const other = otherFormOf(head)
  if (other) throw badRequest('body_not_readable', other)
  const { delimiter, from } = layoutOf(head)
  const parser = parse({
    bom: true,
    delimiter,
    from_line: from,
    max_record_size: LONGEST_RECORD,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
  })
  // Its error is that of the parser, which is what is read here.
  void pipeline(all, parser).catch(() => {})
  let header: string[] | undefined
  let chunk: Candidate[] = []
  let bytes = 0
  let position = 0
  let next = from
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      const line = next
      next += linesWithin(cells)
      if (cells.every((cell) => cell.trim() === '')) continue
      if (!header) {
        header = checkedHeader(cells, feed)
        continue
      }
      chunk.push({ position: position++, line, ...read(header, cells) })
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
  const begun: Buffer[] = []
  let length = 0
  while (length < LONGEST_RECORD) {
    const { done, value } = await iterator.next()
    if (done) break
    begun.push(value)
    length += value.length
    if (value.includes('\n') || value.includes('\r')) break
  }
  async function* all() {
    yield* begun
    for await (const block of { [Symbol.asyncIterator]: () => iterator }) yield block
  }
  return { head: Buffer.concat(begun), all: all() }
}

/** What to do with a file that begins as another form does; undefined for text. */
function otherFormOf(head: Buffer): string | undefined {
  const beginning = head.toString('latin1', 0, 4)
  if (beginning.startsWith('\x1f\x8b')) return 'the body is gzip: send it with Content-Encoding: gzip'
  if (/^(?:\xff\xfe|\xfe\xff|\0|.\0)/s.test(beginning))
    return 'the body is UTF-16 or UTF-32: save the file as UTF-8'
  return beginning === 'PK\x03\x04' ? 'the body is a workbook or a ZIP file: save it as CSV' : undefined
}

const LINE_END = /\r\n|\r|\n/
const SEPARATOR = /^(?:\uFEFF)?"?sep=([^"\r\n])"?[ ,;\t]*$/i

/** What stands between cells, and the first line that has any. */
function layoutOf(head: Buffer) {
  const [first = ''] = head.toString('utf8', 0, LONGEST_RECORD).split(LINE_END, 1)
  const [, separator] = SEPARATOR.exec(first) ?? []
  return separator ? { delimiter: separator, from: 2 } : { delimiter: delimiterOf(first), from: 1 }
}

/** Whichever there is more of in a line, outside of quotes. */
function delimiterOf(line: string) {
  const bare = line.replaceAll(/"[^"]*"/g, '')
  return bare.split(';').length > bare.split(',').length ? ';' : ','
}

function checkedHeader(header: string[], feed: PushedFeed): string[] {
  if (header.length === 1 && header[0]?.includes('\t'))
    throw badRequest(
      'body_not_readable',
      'the cells of the first line are separated by tabs: put , or ; between the cells',
    )
  if (header.length > MOST_FIELDS)
    throw badRequest(
      'body_not_readable',
      `the first line names ${header.length} columns, and a record may have ${MOST_FIELDS}`,
    )
  const twice = header.find((name, i) => name !== '' && header.indexOf(name) !== i)
  if (twice !== undefined) throw badRequest('duplicate_value', `the first line names ${twice} twice`)
  const missing = feed.missingColumns(header)
  if (missing.length > 0)
    throw badRequest(
      'body_not_readable',
      `the first line must name the fields, and has no column for ${missing.join(', ')}${adviceOn(header, feed)}`,
    )
  return header
}

/** So many columns are named, each by so many characters. */
const MOST_SAID = 10
const LONGEST_SAID = 60

/** What to do with a header that lacks columns. */
function adviceOn(header: string[], feed: PushedFeed): string {
  if (header.filter((name) => name !== '').length === 1)
    return '; put , or ; between the cells, and delete lines of title above them'
  const unknown = header.filter((name) => name !== '' && !feed.nameOf(name))
  if (unknown.length === 0) return ''
  const said = unknown
    .slice(0, MOST_SAID)
    .map((name) => name.slice(0, LONGEST_SAID).replaceAll('\0', '\uFFFD'))
  const more = unknown.length > said.length ? ` and ${unknown.length - said.length} more` : ''
  return `; no fields of ${feed.name} are ${said.join(', ')}${more}: rename them, ${unknown.length === header.length ? 'delete lines of title above the header, ' : ''}or push with a mapping`
}

/** How many lines of the file a record takes. */
const linesWithin = (cells: string[]) =>
  cells.reduce((lines, cell) => lines + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 1)

function read(header: string[], cells: string[]): Pick<Candidate, 'value' | 'problem'> {
  const value: Record<string, string> = Object.create(null)
  for (const [i, name] of header.entries()) if (cells[i]) value[name] = cells[i]
  return { value, problem: problemOf(header, cells) }
}

function problemOf(header: string[], cells: string[]): string | undefined {
  if (cells.length < header.length || cells.slice(header.length).some((cell) => cell !== ''))
    return `the line has ${cells.length} cells, and the first line ${header.length}`
  const bad = cells.find((cell) => cell.includes('\0') || cell.includes('\uFFFD'))
  if (bad === undefined) return undefined
  return bad.includes('\0')
    ? `${header[cells.indexOf(bad)]} holds a NUL character, which can't be stored`
    : 'the line is not valid UTF-8: save the file as UTF-8'
}

function unreadable({ code, lines }: CsvError) {
  const problem =
    code === 'CSV_MAX_RECORD_SIZE'
      ? `a record is longer than ${LONGEST_RECORD} bytes`
      : code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'a quote is not closed'
        : 'it is no CSV'
  return badRequest('body_not_readable', `the body can't be read as CSV at line ${lines}: ${problem}`)
}
