import pg from 'pg'
import { type DatabaseUrl, type Host, nameOf, readDatabaseUrl } from './database-url.ts'
import { unreachable } from './unavailable.ts'

/** Where a database is, and how a client comes to the one of its servers that takes changes. */
export interface Address extends DatabaseUrl {
  /** Of clients of this kind, those that choose the server before they connect. */
  choosing<Client extends typeof pg.Client>(Client: Client): Client
}

/** How long one host may take to answer. */
const HOST_MS = 2_000

const addresses = new Map<string, Address>()

/** The address that a URL names. All who use the URL share the choice of a host. @throws StartupError */
export function addressOf(url: string, setting?: string): Address {
  const known = addresses.get(url)
  if (known) return known
  const read = readDatabaseUrl(url, setting)
  const several = read.hosts.length > 1
  const choice = several ? chooseHosts(read) : undefined
  const address = {
    ...read,
    choosing: <Client extends typeof pg.Client>(Client: Client) =>
      choice ? choosingClient(Client, choice) : Client,
  }
  addresses.set(url, address)
  return address
}

type Choice = ReturnType<typeof chooseHosts>

/** Remembers the host that takes changes for as long as it can be reached. Those who ask at once share one search. */
function chooseHosts({ connectionString, hosts }: DatabaseUrl) {
  let chosen: Host | undefined
  let searching: Promise<Host> | undefined

  async function search(): Promise<Host> {
    const found: string[] = []
    let readOnly: Host | undefined
    for (const host of hosts) {
      const state = await stateOf(connectionString, host)
      if (state === 'takes changes') {
        chosen = host
        return host
      }
      if (state === 'is read-only') readOnly ??= host
      found.push(`${nameOf(host)} ${state}`)
    }
    if (readOnly) return readOnly // it answers reads, and whoever comes next looks again
    throw unreachable(new Error(`no host takes changes: ${found.join('; ')}`))
  }

  return {
    async take(): Promise<Host> {
      if (chosen) return chosen
      searching ??= search().finally(() => {
        searching = undefined
      })
      return searching
    },
    /** The host did not answer, or has become a standby: the next one who connects looks again. */
    forget(host: Host) {
      if (chosen === host) chosen = undefined
    },
  }
}

/** What a host is, as the end of a sentence. */
async function stateOf(connectionString: string, host: Host): Promise<string> {
  const client = aim(
    new pg.Client({ connectionString, connectionTimeoutMillis: HOST_MS, query_timeout: HOST_MS }),
    host,
  )
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    )
    const { standby, isReadOnly } = rows[0] as { standby: boolean; isReadOnly: boolean }
    return standby ? 'is a standby' : isReadOnly ? 'is read-only' : 'takes changes'
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return `does not answer (${message || code})`
  } finally {
    client.end().catch(() => {})
  }
}

function choosingClient<Client extends typeof pg.Client>(Base: Client, choice: Choice): Client {
  class ChoosingClient extends (Base as typeof pg.Client) {
    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connecting = this.connectToChosen()
      if (!callback) return connecting
      connecting.then(() => callback(undefined as unknown as Error), callback)
      return undefined
    }

    private async connectToChosen(): Promise<this> {
      const host = await choice.take()
      const { stream } = (this as unknown as { connection: { stream: { destroyed: boolean } } }).connection
      if (stream.destroyed) throw unreachable(new Error('no host was found in time'))
      aim(this, host)
      this.on('error', () => {}) // nobody else listens yet
      try {
        await super.connect()
        const query = { text: 'select pg_is_in_recovery() as standby', query_timeout: HOST_MS }
        const { rows } = await this.query<{ standby: boolean }>(query)
        if (rows[0]?.standby) throw unreachable(new Error(`${nameOf(host)} is a standby`))
        return this
      } catch (error) {
        choice.forget(host)
        stream.destroyed || this.end().catch(() => {})
        throw error
      }
    }
  }
  return ChoosingClient as unknown as Client
}

/** A client for this host, whatever its URL said. */
function aim<Client extends pg.Client>(client: Client, { host, port }: Host): Client {
  const place = { host, port: port ?? client.port }
  const { connectionParameters } = client as unknown as { connectionParameters: object }
  Object.assign(connectionParameters, place)
  return Object.assign(client, place)
}
