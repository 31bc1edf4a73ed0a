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
const KNOWN = [
  ...[
    'schema',
    'host',
    'port',
    'user',
    'password',
    'application_name',
    'fallback_application_name',
    'options',
  ],
  ...['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'],
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'],
  ...['client_encoding', 'connect_timeout', 'keepalives', 'channel_binding', 'gssencmode'],
  ...['target_session_attrs', 'pgbouncer', 'connection_limit', 'pool_timeout'],
]
const LONGEST_NAME = 63

const URL_PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?(#.*)?$/
const PORT = /:([^:\]]*)$/

/**
 * Reads a URL such as postgres://user:password@host:5432/database?schema=x.
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

  const server = authority.slice(at + 1)
  const host = parameters.get('host') || decoded(server.replace(PORT, '').replace(/^\[(.*)\]$/, '$1'))
  const port = parameters.get('port') || portIn(server)
  if (`${host}${port}`.includes(','))
    refuse('names several hosts: name one that always leads to the primary, such as a proxy.')
  if (!isPort(port)) refuse('has a port that is not a number from 1 to 65535: write host:5432.')
  const schema = parameters.get('schema') ?? undefined
  if (
    schema !== undefined &&
    (schema === '' || Buffer.byteLength(schema) > LONGEST_NAME || /^pg_/.test(schema))
  )
    refuse(`has a schema that PostgreSQL does not take: use a name of at most ${LONGEST_NAME} letters.`)

  parameters.delete('schema')
  const rest = parameters.size > 0 ? `?${encoded(parameters)}` : ''
  const user = parameters.get('user') ?? decoded(credentials.replace(/[:@].*$/, ''))
  return {
    connectionString: `${scheme}${authority}${path}${rest}`,
    place: host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`,
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
  return isCut && !(isPort(portIn(authority)) && before.includes('=')) ? '?' : undefined
}

const portIn = (server: string) => server.match(PORT)?.[1] || '5432'

const isPort = (text: string) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535

/** Blanks as %20, which node-postgres reads alike; a + would reach the server as it is. */
const encoded = (parameters: URLSearchParams) => parameters.toString().replaceAll('+', '%20')
