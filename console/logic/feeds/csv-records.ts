import Papa from 'papaparse'
import { newlinesIn } from './decode.ts'
import { type Broken, type FileForm, type FileRow, LONGEST_ROW } from './file-rows.ts'

type CsvForm = Extract<FileForm, { is: 'csv' }>

const DELIMITERS = [',', ';', '\t', '|']

/** Finds the delimiter, the ends of lines and the columns at the beginning of a CSV. */
export function csvFormOf(head: string): CsvForm {
  const { data, meta } = Papa.parse<string[]>(head, {
    preview: 10,
    skipEmptyLines: true,
    delimitersToGuess: DELIMITERS,
  })
  const linebreak = meta.linebreak === '\r' && head.includes('\n') ? '\n' : meta.linebreak
  return {
    is: 'csv',
    delimiter: meta.delimiter,
    linebreak,
    columns: (data[0] ?? []).map((name) => name.trim()),
  }
}

/**
 * The rows of a CSV behind its header, some at a time, as texts: nothing is guessed into a number. No more than a block
 * and a row are held.
 */
export async function* csvRows(texts: AsyncIterable<string>, form: CsvForm): AsyncGenerator<FileRow[]> {
  const reader = rowReader(form)
  let rest = ''
  for await (const text of texts) {
    const { rows, taken } = reader.read(rest + text, true)
    rest = (rest + text).slice(taken)
    if (rows.length > 0) yield rows
    if (rest.length <= LONGEST_ROW) continue
    yield [reader.unclosed()]
    return
  }
  const { rows } = reader.read(rest, false)
  if (rows.length > 0) yield rows
}

function rowReader({ delimiter, linebreak, columns }: CsvForm) {
  let line = 1
  let isHeader = true

  /** Reads what is complete; without `more` also what is left. */
  function read(text: string, more: boolean) {
    const parser = new Papa.Parser({ delimiter, newline: linebreak } as Papa.ParseConfig)
    const { data, errors, meta } = parser.parse(text, 0, more) as Papa.ParseResult<string[]>
    const wrong = new Map(errors.map(({ row, code }) => [row, code]))
    const rows: FileRow[] = []
    data.forEach((cells, at) => {
      const row = rowOf(cells, wrong.get(at))
      if (row) rows.push(row)
    })
    return { rows, taken: meta.cursor }
  }

  function rowOf(found: string[], code: string | undefined): FileRow | undefined {
    const begins = line
    line += 1 + found.reduce((sum, cell) => sum + newlinesIn(cell), 0)
    const last = found.length - 1
    if (found[last]?.endsWith('\r')) found[last] = found[last].slice(0, -1)
    if (found.every((cell) => cell.trim() === '')) return undefined
    if (isHeader) {
      isHeader = false
      return undefined
    }
    const cells = trimmedTo(found, columns.length)
    const broken = brokenOf(cells, columns.length, code)
    return broken ? { line: begins, cells, broken } : { line: begins, cells }
  }

  /** The row whose quote is still open when the reading ends. */
  const unclosed = (): FileRow => ({ line, cells: [], broken: { is: 'open-quote' } })

  return { read, unclosed }
}

/** Without empty cells beyond the columns, which spreadsheets like to add. */
function trimmedTo(cells: string[], count: number): string[] {
  const isExtra = cells.length > count && cells.slice(count).every((cell) => cell.trim() === '')
  return isExtra ? cells.slice(0, count) : cells
}

function brokenOf(cells: string[], wanted: number, code: string | undefined): Broken | undefined {
  if (code === 'MissingQuotes') return { is: 'open-quote' }
  if (code) return { is: 'quote' }
  return cells.length === wanted ? undefined : { is: 'cells', found: cells.length, wanted }
}

/** A CSV as a spreadsheet reads it: with a byte order mark, so that Excel takes it for UTF-8. */
export const csvOf = (columns: string[], rows: string[][], delimiter = ',') =>
  `\uFEFF${Papa.unparse({ fields: columns, data: rows }, { delimiter })}\r\n`
