import { canonicalJson, sha256 } from '../scoring/canonical-json.ts'
import { type FactLine, type Form, SCORED } from '../scoring/scored-feeds.ts'
import type { Statement } from '../transparency/statement.ts'

/** A row of an export: the cells of a fact by their columns. */
export type FactRow = Record<string, string>

/** The columns of a fact are called so, with their name behind it. */
export const RECORD = 'record.'

/** How a cell that is not empty is written in a line of facts. */
const WRITE: Record<Form, (cell: string) => unknown> = {
  text: String,
  day: (cell) => cell.slice(0, 10),
  flag: (cell) => cell === 'true',
  integer: Number,
  decimal: Number,
  instant: (cell) => new Date(cell).toISOString(),
}

const LINES = new Map<string, FactLine>(Object.entries(SCORED).map(([feed, { line }]) => [feed, line]))

/** The feed that a kind of fact is of; undefined for one that this release does not know. */
export const feedOf = (fact: string): string | undefined =>
  [...LINES].find(([, line]) => line.fact === fact)?.[0]

/** The sha256 of the lines of rows of a feed, as a statement of this version has it. */
export function digestOf(feed: string, rows: readonly FactRow[], v: Statement['v']): string {
  const line = LINES.get(feed)
  if (!line) throw new RangeError(`${feed} is no feed that is known here`)
  const lines = rows.map((row) => lineOf(line, row, v)).sort((a, b) => compare(line.key, a, b))
  return sha256(lines.map(canonicalJson).join('\n'))
}

/** A fact as the digest has it. */
type Line = Record<string, unknown>

function lineOf({ columns, where_set = {} }: FactLine, row: FactRow, v: Statement['v']): Line {
  const line: Line = {}
  for (const [name, form] of Object.entries(columns)) {
    const cell = row[RECORD + name]
    if (cell === undefined) throw new RangeError(`a row has no ${name}`)
    line[name] = cell === '' ? null : WRITE[form](cell)
  }
  for (const [name, form] of Object.entries(v >= 2 ? where_set : {})) {
    const cell = row[RECORD + name]
    if (cell) line[name] = WRITE[form](cell)
  }
  return line
}

/** Numbers by size, texts by their UTF-8 bytes, as PostgreSQL's collation "C"; null is the empty text. */
function compare(key: readonly string[], a: Line, b: Line): number {
  for (const name of key) {
    const [one, other] = [a[name], b[name]]
    const order =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : Buffer.compare(Buffer.from(String(one ?? '')), Buffer.from(String(other ?? '')))
    if (order !== 0) return order
  }
  return 0
}
