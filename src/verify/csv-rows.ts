/**
 * The rows of a CSV text (RFC 4180) with a heading, as objects of texts. Files may stand one after the other: a heading
 * that comes again is no row. An apostrophe that the service has put before a
 * text that a spreadsheet would run is taken away.
 * @throws RangeError that names the line which can't be read
 */
export function csvRows(text: string): Record<string, string>[] {
  const [heading, ...lines] = cellsOf(text.replaceAll(/^\uFEFF/gm, ''))
  if (!heading) return []
  return lines.flatMap((cells, index) => {
    if (cells.every((cell, at) => cell === heading[at])) return []
    if (cells.length !== heading.length)
      throw new RangeError(
        `line ${index + 2} has ${cells.length} cells, and the heading has ${heading.length}`,
      )
    return [Object.fromEntries(heading.map((name, at) => [name, plain(cells[at] ?? '')]))]
  })
}

const plain = (cell: string) =>
  /^'(?:[\s\p{C}]*[=+\-@＝＋－＠]|[\t\r\n])/u.test(cell) ? cell.slice(1) : cell

/** A cell that is quoted, or not, and what ends it. */
const CELL = /"((?:[^"]|"")*)"(,|\r?\n|$)|([^",\r\n]*)(,|\r?\n|$)/y

function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length; ) {
    CELL.lastIndex = at
    const found = CELL.exec(text)
    if (!found) throw new RangeError(`line ${rows.length + 1} can't be read as CSV`)
    const [whole, quoted, afterQuoted, bare = '', afterBare] = found
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    at += whole.length
    const end = afterQuoted ?? afterBare
    if (end === ',' && at < text.length) continue
    if (end === ',') row.push('')
    rows.push(row)
    row = []
  }
  return rows
}
