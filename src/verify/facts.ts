import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { type Check, sayWhy } from '../transparency/check.ts'
import type { Statement } from '../transparency/statement.ts'
import { digestOf, type FactRow, feedOf, RECORD } from './fact-lines.ts'
import { textOf } from './formulas.ts'
import { orUsage } from './options.ts'
import { number } from './summary.ts'

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
