import { hash } from 'node:crypto'
import { StartupError } from '../../process/startup-error.ts'

/** What a URL of a database says. Its `schema` is that of the service's tables, where the URL names one. */
export type DatabaseUrl = ReturnType<typeof readDatabaseUrl>

/**
 * Reads a URL such as postgres://user:password@host:5432/database?schema=x.
 * @throws StartupError with a sentence that names `setting`, and never the password
 */
export function readDatabaseUrl(url: string, setting = 'DATABASE_URL') {
  const read = parseDatabaseUrl(url)
  if (typeof read === 'string') throw new StartupError(`${setting} ${read}`)
  return read
}

const FORM =
  'must be a URL with one host, such as postgres://user:password@host:5432/database: write @ / ? # % of a user or password as %40 %2F %3F %23 %25.'

/** What PostgreSQL takes as the name of a schema. */
const SCHEMA = /^(?!pg_).{1,63}$/s

/** What a URL says, or, as the end of a sentence, what it must be: a character that is not encoded ends what it is in. */
export function parseDatabaseUrl(connectionString: string) {
  try {
    const url = new URL(connectionString.replace('@/', '@localhost/')) // a host may be among the parameters
    const { protocol, pathname, searchParams: given, search, hash } = url
    const host = given.get('host') || decodeURIComponent(url.hostname)
    const port = given.get('port') || url.port || '5432'
    const isCut = hash || pathname.includes('@') || (!pathname && search.includes('@'))
    if (!/^postgres(ql)?:$/.test(protocol) || !host || isCut || `${host}${port}`.includes(',')) return FORM
    decodeURIComponent(url.password)
    const user = given.get('user') ?? decodeURIComponent(url.username)
    const database = decodeURIComponent(pathname.slice(1)) || user
    /** The server in a sentence: db1:5432, or the folder of its socket. */
    const place = host.startsWith('/') ? host : `${host}:${port}`
    const schema = given.get('schema') ?? 'public'
    if (!SCHEMA.test(schema)) return 'has a schema that PostgreSQL does not take: correct its name.'
    return { connectionString, place, user, database, schema: schema === 'public' ? undefined : schema }
  } catch {
    return FORM
  }
}

/** What the queue takes unquoted, and with which its own names still fit. */
const PLAIN = /^[a-z_][a-z0-9_]{0,40}$/

/** The schema of the queue beside a schema of the service's tables, so that two services may share a database. */
export function queueSchemaOf(schema: string | undefined): string {
  if (schema === undefined) return 'pgboss'
  const hashed = () => hash('sha256', schema).slice(0, 16)
  return `pgboss_${PLAIN.test(schema) ? schema : hashed()}`
}
