import pg from 'pg'
import { IDLE_MS, LOCK_MS } from './bounds.ts'

/** What values look like on the wire, whatever the database, the role or the server is set to. */
export const WIRE = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
}

/**
 * A client whose sessions begin with the settings of the wire that a pooler keeps for each of its clients, where it
 * refuses `options` and all others.
 */
export class WireClient extends pg.Client {
  getStartupConf() {
    const inherited = pg.Client.prototype as unknown as { getStartupConf(): object }
    const { TimeZone, DateStyle } = WIRE
    return { ...inherited.getStartupConf.call(this), TimeZone, DateStyle }
  }
}

const CONNECT_QUERY_MS = 5_000

interface SessionOptions {
  statementMs: number
  /** How long a statement waits for a lock, in milliseconds. */
  lockMs?: number | undefined
  /** Where the tables of the service are; undefined for where the server looks by itself. */
  schema?: string | undefined
  settings?: Record<string, string> | undefined
}

/**
 * Bounds the statements of a new session on the server's side. Where a pooler stands between (isPooled), a setting would
 * reach other clients, so it is made local to this very statement, which is to say not at all.
 */
export async function beginSession(
  client: pg.ClientBase,
  { statementMs, lockMs = LOCK_MS, schema, settings = {} }: SessionOptions,
) {
  const all = {
    ...WIRE,
    statement_timeout: String(statementMs),
    lock_timeout: String(lockMs),
    idle_in_transaction_session_timeout: String(IDLE_MS),
    ...(schema !== undefined && { search_path: pg.escapeIdentifier(schema) }),
    ...settings,
  }
  await client.query({
    text: `select count(set_config(key, value, ${IS_POOLED})) from json_each_text($2)`,
    values: [processIdOf(client), JSON.stringify(all)],
    query_timeout: CONNECT_QUERY_MS,
  } as pg.QueryConfig)
}

/** SQL: whether a pooler stands between: then $1, which the connection was told, is not who answers. */
export const IS_POOLED = 'pg_backend_pid() is distinct from $1'

/** The number of the server's process, as the connection was told when it began. */
export const processIdOf = (client: pg.ClientBase) =>
  (client as unknown as { processID: number | null }).processID

/** What one transaction may take on the server's side, in milliseconds. */
export interface TransactionBounds {
  timeout: number
  lockTimeout?: number
  /**
   * Promises that rows are only joined by their keys: then PostgreSQL looks them up, where it would read a whole table
   * that was small when it last counted.
   */
  byKey?: boolean
}

/** The settings of the transaction under way, which go with it. */
export function boundsOf({ timeout, lockTimeout = LOCK_MS, byKey }: TransactionBounds): string {
  const settings = {
    statement_timeout: timeout,
    lock_timeout: lockTimeout,
    idle_in_transaction_session_timeout: IDLE_MS,
    ...(byKey && { enable_hashjoin: 'off', enable_mergejoin: 'off' }),
  }
  return Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ')
}

const { builtins } = pg.types
const iso = (text: string) => new Date(text).toISOString()
const plain: Record<number, (text: string) => unknown> = {
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMPTZ]: iso,
  [builtins.NUMERIC]: Number,
  [builtins.INT8]: Number,
}

/** How columns are read: a date is `YYYY-MM-DD`, a timestamp ISO 8601 UTC, numeric and bigint a number. */
export const plainValues = (oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && plain[oid]) || pg.types.getTypeParser(oid, format as 'text')
