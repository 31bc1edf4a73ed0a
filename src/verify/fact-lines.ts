import { canonicalJson, sha256 } from '../scoring/canonical-json.ts'
import { type FactLine, type Form, SCORED } from '../scoring/scored-feeds.ts'
import type { Statement } from '../transparency/statement.ts'

/** A row of an export: its columns, as texts of CSV or values of JSON. */
export type FactRow = Record<string, unknown>

/** How a column is written in a line of facts. */
type Write = (value: unknown) => unknown

const isSet = (value: unknown) => value !== null && value !== undefined && value !== ''
const orNull =
  (write: Write): Write =>
  (value) =>
    isSet(value) ? write(value) : null

const text = orNull(String)
const day = orNull((value) => String(value).slice(0, 10))
const flag = orNull((value) => value === true || value === 'true')
const number = orNull((value) => {
  const read = Number(value)
  if (!Number.isFinite(read)) throw new RangeError(`${JSON.stringify(value)} is no number`)
  return read
})
const instant = orNull((value) => {
  const at = new Date(String(value))
  if (Number.isNaN(at.getTime())) throw new RangeError(`${JSON.stringify(value)} is no instant`)
  return at.toISOString()
})

const WRITE: Record<Form, Write> = { text, day, flag, integer: number, decimal: number, instant }
const LINES = new Map<string, FactLine>(Object.entries(SCORED).map(([feed, { line }]) => [feed, line]))

/** The feed that a kind of fact is of; undefined for one that this release does not know. */
export const feedOf = (fact: string): string | undefined =>
  [...LINES].find(([, line]) => line.fact === fact)?.[0]

/** How many rows of a feed there are, and the sha256 of their lines as a statement of this version has them. */
export function digestOf(feed: string, rows: readonly FactRow[], v: Statement['v']) {
  const lines = LINES.get(feed)
  if (!lines) throw new RangeError(`${feed} is no feed that is known here`)
  const written = rows
    .map((row) => lineOf(lines, row, v))
    .sort((a, b) =>
      compare(
        lines.key.map((name) => a[name]),
        lines.key.map((name) => b[name]),
      ),
    )
  return { rows: rows.length, sha256: sha256(written.map(canonicalJson).join('\n')) }
}

function lineOf({ columns, where_set = {} }: FactLine, row: FactRow, v: Statement['v']): FactRow {
  const line: FactRow = {}
  for (const [name, form] of Object.entries(columns)) {
    if (!(name in row)) throw new RangeError(`a row has no ${name}`)
    line[name] = WRITE[form](row[name])
  }
  if (v >= 2)
    for (const [name, form] of Object.entries(where_set))
      if (isSet(row[name])) line[name] = WRITE[form](row[name])
  return line
}

/** Numbers by size, texts by their UTF-8 bytes, as PostgreSQL's collation "C"; null is the empty text. */
function compare(a: unknown[], b: unknown[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at]
    const order =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : Buffer.compare(Buffer.from(String(one ?? '')), Buffer.from(String(other ?? '')))
    if (order !== 0) return order
  }
  return 0
}
