import Papa from 'papaparse'
import { $api, api, type Schemas } from '../../api/client.ts'
import { plural, sentenceCase } from '../../ui/format.ts'
import { named } from '../../ui/names.ts'
import { type Target, targetName } from './mapping.ts'

export type Feed = Schemas['Feed']
export type FeedField = Feed['fields'][number]
/** The cells of a line. A changed line is another array, so what was found out of it is forgotten by itself. */
export type Row = readonly string[]

export const feeds = $api.queryOptions('get', '/api/sync/feeds', {}, { staleTime: Infinity })

/** A file as a table: the names of its columns and its rows, of text. */
export interface Table {
  name: string
  columns: string[]
  rows: Row[]
}

/** Reads UTF-8, else what Windows writes. @throws where it is no table */
export async function readFile(file: File): Promise<Table> {
  return tableOf(file.name, decode(await file.arrayBuffer()))
}

function decode(bytes: ArrayBuffer) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export function tableOf(name: string, text: string): Table {
  if (text.includes('\0')) throw new Error('This is no text. Save the sheet as CSV first.')
  const [, delimiter] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const { data, meta } = Papa.parse<string[]>(delimiter ? text.slice(text.indexOf('\n') + 1) : text, {
    skipEmptyLines: 'greedy',
    delimiter,
  })
  const [columns = [], ...rows] = data
  if (rows.length === 0) throw new Error('There is no row below the names of the columns.')
  // A comma within a text parts it: what stands behind would be read as another field.
  const long = rows.findIndex((row) => row.slice(columns.length).some((cell) => cell.trim()))
  if (long >= 0)
    throw new Error(
      `Row ${long + 1} has ${rows[long]?.length} cells, and there are ${plural(columns.length, 'column')}. Put quotes around a text that holds “${delimiter ?? meta.delimiter}”.`,
    )
  // Every row is as wide as its heading: what is missing at its end can be written, too.
  const wide = rows.map((row) => columns.map((_, i) => row[i] ?? ''))
  return { name, columns: columns.map((one) => one.trim()), rows: wide }
}

export const csvOf = (columns: string[], rows: (readonly unknown[])[]) =>
  new Blob([Papa.unparse([columns, ...(rows as unknown[][])])], { type: 'text/csv' })

/** What is wrong with a cell; column −1 is the whole line. */
export interface Fault {
  column: number
  text: string
}

export type PushResult = Schemas['PushResult']

/** Sends rows as records; the same key sent again stores nothing twice. */
export async function push(
  feed: string,
  targets: Target[],
  rows: Row[],
  how: { isDry?: boolean; key?: string; signal?: AbortSignal },
): Promise<PushResult> {
  const { data } = await api.POST(`/api/sync/${feed}` as '/api/sync/orders', {
    params: { query: { dry_run: how.isDry } },
    body: { records: rows.map((row) => recordOf(row, targets)) as never },
    headers: how.key ? { 'Idempotency-Key': how.key } : {},
    signal: how.signal,
  })
  return data as PushResult
}

/** An empty cell is no value. */
const recordOf = (row: Row, targets: Target[]) =>
  Object.fromEntries(
    targets.flatMap((target, i) => (target && row[i]?.trim() ? [[targetName(target), row[i]]] : [])),
  )

/** What an answer says of its rows, each fault at its column. */
export function faultsOf({ errors }: PushResult, targets: Target[]) {
  const faults = errors.map(({ index, field, error }) => {
    const column = targets.findIndex((one) => one && (one.field === field || targetName(one) === field))
    const isAbout = column >= 0 && field && error.startsWith(`${field} `)
    const text = sentenceCase(named(isAbout ? error.slice(field.length + 1) : error))
    return { index, column, text }
  })
  return Map.groupBy(faults, ({ index }) => index)
}

/** All that is said of rows: where an answer does not name all that it refuses, it goes on behind the last. */
export async function tryRows(feed: string, targets: Target[], rows: Row[], signal: AbortSignal) {
  const faults = new Map<number, Fault[]>()
  let warnings: string[] = []
  for (let begin = 0; begin < rows.length; ) {
    const answer = await push(feed, targets, rows.slice(begin), { isDry: true, signal })
    for (const [index, some] of faultsOf(answer, targets)) faults.set(begin + index, some)
    if (begin === 0) warnings = answer.warnings ?? []
    const last = answer.errors.at(-1)?.index ?? 0
    if (last === 0 || new Set(answer.errors.map(({ index }) => index)).size >= answer.rejected) break
    begin += last
    faults.delete(begin)
  }
  return { faults, warnings }
}
