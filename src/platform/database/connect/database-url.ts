import { createHash } from 'node:crypto'
import { StartupError } from '../../process/startup-error.ts'

/** What a URL of a database says. */
export interface DatabaseUrl {
  /** The URL as node-postgres takes it. */
  connectionString: string
  /** The server in a sentence: db1:5432, or the folder of its socket. */
  place: string
  user: string
  database: string
  /** The schema of the service's tables, where the URL names one. */
  schema: string | undefined
}

/** What node-postgres reads of a URL, what others put there that changes nothing here, and `schema`. */
const KNOWN = `
  schema host port user password application_name fallback_application_name options
  ssl sslmode sslcert sslkey sslrootcert sslnegotiation uselibpqcompat
  statement_timeout lock_timeout idle_in_transaction_session_timeout query_timeout
  client_encoding connect_timeout keepalives channel_binding gssencmode
  target_session_attrs pgbouncer connection_limit pool_timeout`
  .trim()
  .split(/\s+/)
const LONGEST_NAME = 63

const FORM =
  'must be a URL with one host, such as postgres://user:password@host:5432/database: write @ / ? # % of a user or password as %40 %2F %3F %23 %25.'

/**
 * Reads a URL such as postgres://user:password@host:5432/database?schema=x.
 * @throws StartupError with a sentence that names `setting`, and never the password
 */
export function readDatabaseUrl(url: string, setting = 'DATABASE_URL'): DatabaseUrl {
  const refuse = (what: string) => new StartupError(`${setting} ${what}`)
  const parts = partsOf(url)
  if (!parts) throw refuse(FORM)
  const { parameters, user, host, port, database } = parts
  const unknown = [...parameters.keys()].find((name) => !KNOWN.includes(name))
  if (unknown !== undefined)
    throw refuse(`has the parameter ${unknown}, which means nothing here: remove it, or correct its name.`)
  const schema = parameters.get('schema') ?? undefined
  if (schema === '' || Buffer.byteLength(schema ?? '') > LONGEST_NAME || schema?.startsWith('pg_'))
    throw refuse(`has a schema that PostgreSQL does not take: use a name of at most ${LONGEST_NAME} letters.`)
  return {
    connectionString: url,
    place: host.startsWith('/') ? host : `${host}:${port}`,
    user,
    database: database || user,
    schema: schema === 'public' ? undefined : schema,
  }
}

/** Undefined where something is missing, or a character is not encoded and so ends what it is in. */
function partsOf(url: string) {
  try {
    const given = new URL(url.replace('@/', '@localhost/')) // a host may be among the parameters
    const { protocol, username, hostname, pathname, searchParams: parameters, search, hash } = given
    const host = parameters.get('host') || decodeURIComponent(hostname)
    const port = parameters.get('port') || given.port || '5432'
    const isCut = hash || pathname.includes('@') || (!pathname && search.includes('@'))
    if (!/^postgres(ql)?:$/.test(protocol) || !host || isCut || `${host}${port}`.includes(','))
      return undefined
    const user = parameters.get('user') ?? decodeURIComponent(username)
    decodeURIComponent(given.password)
    return { parameters, user, host, port, database: decodeURIComponent(pathname.slice(1)) }
  } catch {
    return undefined
  }
}

/** Why a URL can't be used, as a sentence that names `setting`; undefined where it can, or where there is none. */
export function problemOfUrl(url: string | undefined, setting: string): string | undefined {
  if (url === undefined) return undefined
  try {
    readDatabaseUrl(url, setting)
    return undefined
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
}

/** What the queue takes unquoted, and with which its own names still fit. */
const PLAIN = /^[a-z_][a-z0-9_]{0,40}$/

/** The schema of the queue beside a schema of the service's tables, so that two services may share a database. */
export function queueSchemaOf(schema: string | undefined): string {
  if (schema === undefined) return 'pgboss'
  const hashed = () => createHash('sha256').update(schema).digest('hex').slice(0, 16)
  return `pgboss_${PLAIN.test(schema) ? schema : hashed()}`
}
