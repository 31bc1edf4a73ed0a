import { canonicalJson, sha256 } from '../scoring/canonical-json.ts'
import { type FactLine, type Form, SCORED } from '../scoring/scored-feeds.ts'
import type { Statement } from '../transparency/statement.ts'

/** A row of an export: its columns, as texts of CSV or values of JSON. */
export type FactRow = Record<string, unknown>

const isSet = (value: unknown) => value !== null && value !== undefined && value !== ''

function number(value: unknown): number {
  const read = Number(value)
  if (!Number.isFinite(read)) throw new RangeError(`${JSON.stringify(value)} is no number`)
  return read
}

function instant(value: unknown): string {
  const at = new Date(String(value))
  if (Number.isNaN(at.getTime())) throw new RangeError(`${JSON.stringify(value)} is no instant`)
  return at.toISOString()
}

/** How a column that is set is written in a line of facts. */
const WRITE: Record<Form, (value: unknown) => unknown> = {
  text: String,
  day: (value) => String(value).slice(0, 10),
  flag: (value) => value === true || value === 'true',
  integer: number,
  decimal: number,
  instant,
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

function lineOf({ columns, where_set = {} }: FactLine, row: FactRow, v: Statement['v']): FactRow {
  const line: FactRow = {}
  for (const [name, form] of Object.entries(columns)) {
    if (!(name in row)) throw new RangeError(`a row has no ${name}`)
    line[name] = isSet(row[name]) ? WRITE[form](row[name]) : null
  }
  if (v >= 2)
    for (const [name, form] of Object.entries(where_set))
      if (isSet(row[name])) line[name] = WRITE[form](row[name])
  return line
}

/** Numbers by size, texts by their UTF-8 bytes, as PostgreSQL's collation "C"; null is the empty text. */
function compare(key: readonly string[], a: FactRow, b: FactRow): number {
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
