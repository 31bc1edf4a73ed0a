import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { canonicalJson, sha256 } from '../scoring/canonical-json.ts'
import { type FactLine, type Form, SCORED } from '../scoring/scored-feeds.ts'
import { type Check, sayWhy } from '../transparency/check.ts'
import type { Statement } from '../transparency/statement.ts'
import { textOf } from './formulas.ts'
import { orUsage } from './options.ts'
import { number } from './summary.ts'

/** A row of an export: the cells of a fact by their columns. */
type FactRow = Record<string, string>

/** The columns of a fact are called so, with their name behind it. */
const RECORD = 'record.'

/** The rows of exports by feed, and by their JSON: a row that two files have counts once. */
type Facts = Map<string, Map<string, FactRow>>

/**
 * Reads exports of `GET /api/sos/sellers/:seller_code/score/facts` as CSV.
 * @throws UsageError that names the file which can't be read
 */
export function readFacts(files: readonly string[]): Facts {
  const facts: Facts = new Map()
  for (const file of files)
    orUsage(`--facts ${file}`, () => {
      for (const { fact, ...cells } of csvRows(readFileSync(file, 'utf8'))) {
        if (fact === undefined) throw new RangeError('a CSV of facts has the column fact')
        const feed = feedOf(fact)
        if (!feed) throw new RangeError(`${JSON.stringify(fact)} is no kind of fact that is known here`)
        const record = Object.fromEntries(Object.entries(cells).filter(([name]) => name.startsWith(RECORD)))
        facts.set(feed, (facts.get(feed) ?? new Map()).set(JSON.stringify(record), record))
      }
    })
  return facts
}

/**
 * The rows of a CSV text (RFC 4180) with a heading, as objects of texts. Files may stand one after the other: a heading
 * that comes again is no row. An apostrophe that the service has put before a text is taken away.
 * @throws RangeError that names the line which can't be read, in the words of csv-parse
 */
export function csvRows(text: string): Record<string, string>[] {
  const isHeading = (row: object) => Object.entries(row).every(([name, cell]) => name === cell)
  try {
    const rows: Record<string, string>[] = parse(text.replaceAll(/^\uFEFF/gm, ''), {
      columns: true,
      record_delimiter: ['\r\n', '\n'],
      cast: textOf,
    })
    return rows.filter((row) => !isHeading(row))
  } catch (error) {
    throw new RangeError((error as Error).message)
  }
}

/** Compares facts with those that a statement names: a check for each feed. */
export function compareFacts({ facts, v }: Statement, given: Facts): Check[] {
  const feeds = new Set([...Object.keys(facts ?? {}), ...given.keys()])
  return [...feeds].sort().map((feed) => {
    const [ok, sentence] = compareFeed(feed, facts?.[feed], given.get(feed), v)
    return { check: feed, ok, sentence }
  })
}

const NOT_NAMED =
  'The statement names no facts of it: they did not add up to the inputs when the leaf was written.'

function compareFeed(
  feed: string,
  named: NonNullable<Statement['facts']>[string] | undefined,
  given: Map<string, FactRow> | undefined,
  v: Statement['v'],
): [ok: boolean | null, sentence: string] {
  if (!named) return [given ? false : null, NOT_NAMED]
  const count = `${number(named.rows)} ${named.rows === 1 ? 'row' : 'rows'}`
  if (!given && named.rows === 0) return [true, 'No rows.']
  if (!given) return [null, `Not given: the statement names ${count}.`]
  try {
    const sha256 = digestOf(feed, [...given.values()], v)
    if (given.size !== named.rows)
      return [false, `Differs: ${number(given.size)} in the export, ${count} in the statement.`]
    return sha256 === named.sha256
      ? [true, `Equal: ${count}.`]
      : [false, `Differs: ${count} in both, and at least one is another.`]
  } catch (error) {
    return [false, `${sayWhy(error)}.`]
  }
}

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
const feedOf = (fact: string): string | undefined => [...LINES].find(([, line]) => line.fact === fact)?.[0]

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
