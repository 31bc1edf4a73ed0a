import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { type Check, readJson, sayWhy } from '../transparency/check.ts'
import type { Statement } from '../transparency/statement.ts'
import { digestOf, type FactRow, feedOf } from './fact-lines.ts'
import { textOf } from './formulas.ts'
import { orUsage } from './options.ts'
import { number } from './summary.ts'

/** The facts of exports, by feed, and of whose score they say that they are. */
interface Facts {
  /** By their JSON: a row that two files have counts once. */
  rows: Map<string, Map<string, FactRow>>
  of: { file: string; seller_code: string; period: string }[]
}

/** An answer of the list of facts, or one of its rows. */
type Read = { data?: unknown; seller_code?: unknown; period?: unknown; fact?: unknown; record?: unknown }

/**
 * Reads exports of `GET /api/sos/sellers/:seller_code/score/facts`: CSV, JSON answers, or rows as NDJSON.
 * @throws UsageError that names the file which can't be read
 */
export function readFacts(files: readonly string[]): Facts {
  const facts: Facts = { rows: new Map(), of: [] }
  for (const file of files)
    orUsage(`--facts ${file}`, () => {
      for (const { fact, record } of rowsOf(file, readFileSync(file, 'utf8'), facts)) {
        if (typeof fact !== 'string' || typeof record !== 'object' || record === null)
          throw new RangeError('a row has fact and record, as GET …/score/facts answers them')
        const feed = feedOf(fact)
        if (!feed) throw new RangeError(`${JSON.stringify(fact)} is no kind of fact that is known here`)
        const rows = facts.rows.get(feed) ?? new Map()
        facts.rows.set(feed, rows.set(JSON.stringify(record), record))
      }
    })
  return facts
}

function rowsOf(file: string, text: string, { of }: Facts): Read[] {
  if (!/^\s*[[{]/.test(text)) return csvRows(text).map(fromCsv)
  const whole = readJson(text)
  const lines = whole === undefined ? text.split('\n').filter((line) => line.trim() !== '') : []
  const values: Read[] = whole === undefined ? lines.map((line) => JSON.parse(line)) : [whole].flat()
  return values.flatMap((value) => {
    const { seller_code, period, data } = value
    if (typeof seller_code === 'string' && typeof period === 'string') of.push({ file, seller_code, period })
    return Array.isArray(data) ? (data as Read[]) : [value]
  })
}

function fromCsv({ fact, ...cells }: Record<string, string>): Read {
  if (fact === undefined) throw new RangeError('a CSV of facts has the column fact')
  const record = Object.entries(cells).filter(([name]) => name.startsWith('record.'))
  return { fact, record: Object.fromEntries(record.map(([name, cell]) => [name.slice(7), cell])) }
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
export function compareFacts({ seller_code, period, facts, v }: Statement, { rows, of }: Facts): Check[] {
  const stranger = of.find((one) => one.seller_code !== seller_code || one.period !== period)
  if (stranger) {
    const sentence = `${stranger.file} is of ${stranger.seller_code} in ${stranger.period}.`
    return [{ check: 'facts', ok: false, sentence }]
  }
  const feeds = new Set([...Object.keys(facts ?? {}), ...rows.keys()])
  return [...feeds].sort().map((feed) => {
    const [ok, sentence] = compareFeed(feed, facts?.[feed], rows.get(feed), v)
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
