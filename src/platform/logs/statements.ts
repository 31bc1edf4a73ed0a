import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** What a request has asked the database. */
export interface StatementLog {
  /** When the request began (performance.now()). */
  began: number
  /** Statements begun, those of transactions included. */
  count: number
  /** The slowest of those that have ended, in no order. */
  slowest: { name: string; ms: number }[]
}

type Query = (config: pg.QueryConfig) => Promise<pg.QueryResult>

/** How many of a request's statements are remembered. */
const MOST_REMEMBERED = 5

const requests = new AsyncLocalStorage<StatementLog | undefined>()

export const newStatementLog = (): StatementLog => ({
  began: performance.now(),
  count: 0,
  slowest: [],
})

/** Runs a step of a request: the statements that it begins are counted in `log`. */
export const withStatementLog = (log: StatementLog, step: () => void) => requests.run(log, step)

/**
 * The same query, counted and timed for the request that asks it, waiting for a connection included. Outside a request
 * it costs one look.
 */
export const logged =
  (query: Query): Query =>
  (config) =>
    asLogged(config, () => query(config))

/** Counts and times what is asked as one statement of the request that asks it. */
export function asLogged<Answer>(
  named: string | pg.QueryConfig,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const log = requests.getStore()
  if (!log) return ask()
  log.count += 1
  const began = performance.now()
  const result = ask()
  const end = () => remember(log, named, performance.now() - began)
  result.then(end, end)
  return result
}

/** Runs what is done for several requests, none of which has its statements. */
export const unlogged = (work: () => unknown) => requests.run(undefined, work)

function remember({ slowest }: StatementLog, named: string | pg.QueryConfig, ms: number) {
  if (slowest.length >= MOST_REMEMBERED) {
    const quickest = slowest.reduce((one, other) => (one.ms < other.ms ? one : other))
    if (ms <= quickest.ms) return
    slowest.splice(slowest.indexOf(quickest), 1)
  }
  slowest.push({ name: typeof named === 'string' ? named : nameOf(named), ms })
}

const WRITES =
  /(?<!\b(?:for|do)\s+)\b(insert|update|delete)(?:\s+(?:into|from))?\s+(?:"public"\.)?"?([a-z]\w*)/i
const READS = /\bfrom\s+(?:"public"\.)?"?([a-z]\w*)"?(?!\w*\s*\()/i

/** The name of a statement, or what it does to which table. A text has no values: those are parameters. */
export function nameOf({ name, text }: Pick<pg.QueryConfig, 'name' | 'text'>): string {
  if (name) return name
  const [, verb, written] = text.match(WRITES) ?? []
  if (verb) return `${verb.toLowerCase()} ${written}`
  const [, read] = text.match(READS) ?? []
  return read ? `select ${read}` : (text.match(/\w+/)?.[0] ?? 'statement').toLowerCase()
}
