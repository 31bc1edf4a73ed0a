import { readFileSync } from 'node:fs'
import { type Check, readJson, sayWhy } from '../transparency/check.ts'
import type { Statement } from '../transparency/statement.ts'
import { csvRows } from './csv-rows.ts'
import { digestOf, type FactRow, feedOf } from './fact-lines.ts'
import { orUsage } from './options.ts'
import { number } from './summary.ts'

/** The facts of exports, by feed, and of whose score they say that they are. */
export interface Facts {
  rows: Map<string, FactRow[]>
  of: { file: string; seller_code: string; period: string }[]
}

type Fact = { fact: string; record: FactRow }

/** An answer of the list of facts, or one of its rows. */
type Read = { data?: unknown; seller_code?: unknown; period?: unknown; fact?: unknown; record?: unknown }

/**
 * Reads exports of `GET /api/sos/sellers/:seller_code/score/facts`: CSV, JSON answers, or rows as NDJSON. A row that
 * two files have counts once.
 * @throws UsageError that names the file which can't be read
 */
export function readFacts(files: readonly string[]): Facts {
  const facts: Facts = { rows: new Map(), of: [] }
  const seen = new Set<string>()
  const add = ({ fact, record }: Fact) => {
    const feed = feedOf(fact)
    if (!feed) throw new RangeError(`${JSON.stringify(fact)} is no kind of fact that is known here`)
    const rows = facts.rows.get(feed) ?? []
    facts.rows.set(feed, rows)
    const name = JSON.stringify([feed, record])
    if (!seen.has(name)) rows.push(record)
    seen.add(name)
  }
  for (const file of files)
    orUsage(`--facts ${file}`, () => rowsOf(file, readFileSync(file, 'utf8'), facts).forEach(add))
  return facts
}

function rowsOf(file: string, text: string, facts: Facts): Fact[] {
  if (!/^\s*[[{]/.test(text)) return csvRows(text).map(fromCsv)
  return jsonOf(text).flatMap((value) => {
    if (typeof value.seller_code === 'string' && typeof value.period === 'string')
      facts.of.push({ file, seller_code: value.seller_code, period: value.period })
    return (Array.isArray(value.data) ? (value.data as Read[]) : [value]).map(asRow)
  })
}

function jsonOf(text: string): Read[] {
  const whole = readJson(text)
  if (whole !== undefined) return [whole as Read].flat()
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => JSON.parse(line))
}

function asRow({ fact, record }: Read): Fact {
  if (typeof fact !== 'string' || typeof record !== 'object' || record === null)
    throw new RangeError('a row has fact and record, as GET …/score/facts answers them')
  return { fact, record: record as FactRow }
}

function fromCsv({ fact, ...cells }: Record<string, string>): Fact {
  if (fact === undefined) throw new RangeError('a CSV of facts has the column fact')
  const record = Object.entries(cells).flatMap(([name, cell]) =>
    name.startsWith('record.') ? [[name.slice('record.'.length), cell]] : [],
  )
  return { fact, record: Object.fromEntries(record) }
}

/** Compares facts with those that a statement names: a check for each feed. */
export function compareFacts(statement: Statement, { rows, of }: Facts): Check[] {
  const { seller_code, period } = statement
  const stranger = of.find((one) => one.seller_code !== seller_code || one.period !== period)
  if (stranger) {
    const sentence = `${stranger.file} is of ${stranger.seller_code} in ${stranger.period}.`
    return [{ check: 'facts', ok: false, sentence }]
  }
  const named = statement.facts ?? {}
  const feeds = [...new Set([...Object.keys(named), ...rows.keys()])].sort()
  return feeds.map((feed) => ({
    check: feed,
    ...compareFeed(feed, named[feed], rows.get(feed), statement.v),
  }))
}

function compareFeed(
  feed: string,
  named: NonNullable<Statement['facts']>[string] | undefined,
  rows: FactRow[] | undefined,
  v: Statement['v'],
): Omit<Check, 'check'> {
  if (!named)
    return {
      ok: rows ? false : null,
      sentence:
        'The statement names no facts of it: they did not add up to the inputs when the leaf was written.',
    }
  const count = `${number(named.rows)} ${named.rows === 1 ? 'row' : 'rows'}`
  if (!rows && named.rows === 0) return { ok: true, sentence: 'No rows.' }
  if (!rows) return { ok: null, sentence: `Not given: the statement names ${count}.` }
  try {
    const digest = digestOf(feed, rows, v)
    const given = number(digest.rows)
    if (digest.rows !== named.rows)
      return { ok: false, sentence: `Differs: ${given} in the export, ${count} in the statement.` }
    return digest.sha256 === named.sha256
      ? { ok: true, sentence: `Equal: ${count}.` }
      : { ok: false, sentence: `Differs: ${count} in both, and at least one is another.` }
  } catch (error) {
    return { ok: false, sentence: `${sayWhy(error)}.` }
  }
}
