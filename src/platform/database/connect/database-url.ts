import { StartupError } from '../../process/startup-error.ts'

/** One of the servers that a URL names. `port` is undefined where the URL names none. */
export interface Host {
  host: string
  port: number | undefined
}

/** What a URL of a database says. */
export interface DatabaseUrl {
  /** The URL as node-postgres takes it: with the first of the hosts, without the parameters that are ours. */
  connectionString: string
  /** All hosts, in order. */
  hosts: Host[]
  user: string
  database: string
  /** The schema of the service's tables, where the URL names one. */
  schema: string | undefined
}

const OURS = ['schema', 'target_session_attrs']
/** What node-postgres reads of a URL, and what others put there that changes nothing here. */
const KNOWN = [
  ...OURS,
  ...['host', 'port', 'user', 'password', 'application_name', 'fallback_application_name', 'options'],
  ...['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'],
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'],
  ...['client_encoding', 'connect_timeout', 'keepalives', 'channel_binding', 'gssencmode'],
  ...['pgbouncer', 'connection_limit', 'pool_timeout'],
]
const WRITABLE = ['read-write', 'primary', 'any']
const LONGEST_NAME = 63
const DEFAULT_PORT = 5432

const URL_PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?(#.*)?$/

/**
 * Reads a URL such as postgres://user:password@one:5432,two:5432/database?schema=x. Several hosts stand as libpq has
 * them: in the middle, or as host=one,two&port=5432,5433.
 * @throws StartupError with a sentence that names `setting`, and never the password
 */
export function readDatabaseUrl(url: string, setting = 'DATABASE_URL'): DatabaseUrl {
  const refuse = (what: string): never => {
    throw new StartupError(`${setting} ${what}`)
  }
  const parts = url.match(URL_PARTS)
  if (!parts) return refuse('must be a URL such as postgres://user:password@host:5432/database.')
  const [, scheme = '', authority = '', path = '', query = '', fragment] = parts
  const unencoded = unencodedCharacter(authority, path, query, fragment)
  if (unencoded)
    refuse(
      `has an unencoded ${unencoded} in its user or password: write it as ${encodeURIComponent(unencoded)}.`,
    )
  const parameters = new URLSearchParams(query)
  const unknown = [...parameters.keys()].find((name) => !KNOWN.includes(name))
  if (unknown !== undefined)
    refuse(`has the parameter ${unknown}, which means nothing here: remove it, or correct its name.`)
  const at = authority.lastIndexOf('@')
  const credentials = at < 0 ? '' : authority.slice(0, at + 1)
  const decoded = (text: string) => {
    try {
      return decodeURIComponent(text)
    } catch {
      return refuse('has a % that encodes nothing: write a % of a name or password as %25.')
    }
  }
  decoded(credentials)

  const hosts = parameters.has('host')
    ? paired(parameters.get('host') ?? '', parameters.get('port') ?? '')
    : authority
        .slice(at + 1)
        .split(',')
        .map(hostOf)
  if (hosts.some(({ port }) => Number.isNaN(port) || Number(port) > 65_535))
    refuse('has a port that is not a number from 1 to 65535: write host:5432.')
  if (hosts.length > 1 && hosts.some(({ host }) => host === ''))
    refuse('has an empty name among its hosts: write host1:5432,host2:5432.')

  const wanted = parameters.get('target_session_attrs') ?? 'any'
  if (!WRITABLE.includes(wanted))
    refuse(`has target_session_attrs=${wanted}, but the service writes: use read-write.`)
  const schema = parameters.get('schema') ?? undefined
  if (
    schema !== undefined &&
    (schema === '' || Buffer.byteLength(schema) > LONGEST_NAME || /^pg_/.test(schema))
  )
    refuse(`has a schema that PostgreSQL does not take: use a name of at most ${LONGEST_NAME} letters.`)

  for (const name of OURS) parameters.delete(name)
  const [first] = hosts
  let place = authority.slice(at + 1)
  if (hosts.length > 1 && first) {
    parameters.delete('port')
    parameters.delete('host')
    if (first.host.startsWith('/')) parameters.set('host', first.host)
    place = first.host.startsWith('/') ? '' : written(first)
  }
  const rest = parameters.size > 0 ? `?${encoded(parameters)}` : ''
  const user = parameters.get('user') ?? decoded(credentials.replace(/[:@].*$/, ''))
  return {
    connectionString: `${scheme}${credentials}${place}${path}${rest}`,
    hosts: hosts.map(({ host, port }) => ({ host: decoded(host), port })),
    user,
    database: decoded(path.slice(1)) || user,
    schema: schema === 'public' ? undefined : schema,
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

/** The first character that ends a user or password before its end, as a URL reads it; undefined where none does. */
function unencodedCharacter(authority: string, path: string, query: string, fragment?: string) {
  if (authority.split('@').length > 2) return '@'
  if (path.includes('@')) return '/'
  if (fragment !== undefined) return '#'
  const [before = '', after] = query.split('@')
  const isCut = after !== undefined && !authority.includes('@')
  const isPort = !Number.isNaN(hostOf(authority.split(',').at(-1) ?? '').port)
  return isCut && !(isPort && before.includes('=')) ? '?' : undefined
}

function hostOf(text: string): Host {
  const [, host = '', port] = text.match(/^(\[[^\]]*\]|[^:]*)(?::(.*))?$/) ?? []
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: port ? portOf(port) : undefined }
}

/** One port counts for all hosts, as libpq has it. */
function paired(hosts: string, ports: string): Host[] {
  const all = ports.split(',')
  return hosts.split(',').map((host, n) => {
    const port = all.length === 1 ? all[0] : all[n]
    return { host, port: port ? portOf(port) : undefined }
  })
}

const portOf = (text: string) => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : Number.NaN)

const written = ({ host, port = DEFAULT_PORT }: Host) => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** Blanks as %20, which node-postgres reads alike; a + would reach the server as it is. */
const encoded = (parameters: URLSearchParams) => parameters.toString().replaceAll('+', '%20')

/** How a host is called in a sentence: db1:5432, or the folder of a socket. */
export const nameOf = (host: Host) => (host.host.startsWith('/') ? host.host : written(host))
