import type pg from 'pg'
import { destroy } from './checkout.ts'
import { aim, choosingClient, isDestroyed } from './choosing-client.ts'
import { openClient } from './client.ts'
import { type DatabaseUrl, type Host, nameOf, readDatabaseUrl } from './database-url.ts'
import { unreachable } from './unavailable.ts'

/** Where a database is, and how a client comes to the one of its servers that takes changes. */
export interface Address extends DatabaseUrl {
  /** Of clients of this kind, those that choose the server before they connect. */
  choosing<Client extends typeof pg.Client>(Client: Client): Client
}

/** How long one host may take to answer. */
const HOST_MS = 2_000
/** What the server calls the connections that look for the host. */
const NAME = 'seller-operating-score host'

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
      choice ? choosingClient(Client, (client, connect) => connectToChosen(client, connect, choice)) : Client,
  }
  addresses.set(url, address)
  return address
}

type Choice = ReturnType<typeof chooseHosts>

/** Remembers the host that takes changes for as long as it can be reached. Those who ask at once share one search. */
function chooseHosts({ connectionString, hosts }: DatabaseUrl) {
  const clients = new Map<pg.Client, Host>()
  let chosen: Host | undefined
  let searching: Promise<Host> | undefined

  async function search(): Promise<Host> {
    const found: string[] = []
    let readOnly: Host | undefined
    for (const host of hosts) {
      const state = await stateOf(connectionString, host)
      if (state === 'takes changes') return choose(host)
      if (state === 'is read-only') readOnly ??= host
      found.push(`${nameOf(host)} ${state}`)
    }
    if (readOnly) return readOnly // it answers reads, and whoever comes next looks again
    throw unreachable(new Error(`no host takes changes: ${found.join('; ')}`))
  }

  /** Connections to another host are cut off: it may hang, and two that take changes would be one too many. */
  function choose(host: Host) {
    chosen = host
    for (const [client, other] of clients) if (other !== host) destroy(client)
    return host
  }

  return {
    async take(): Promise<Host> {
      if (chosen) return chosen
      searching ??= search().finally(() => {
        searching = undefined
      })
      return searching
    },
    /** The client connects to the host; it is known here until it has ended. */
    hold(client: pg.Client, host: Host) {
      clients.set(client, host)
      client.once('end', () => clients.delete(client))
    },
    /** The host did not answer, or has become a standby: the next one who connects looks again. */
    forget(host: Host) {
      if (chosen === host) chosen = undefined
    },
  }
}

interface State {
  standby: boolean
  isReadOnly: boolean
}

const STATE = {
  text: `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  query_timeout: HOST_MS,
}

/** What a host is, as the end of a sentence. */
async function stateOf(connectionString: string, host: Host): Promise<string> {
  const choosing = (Client: typeof pg.Client) =>
    choosingClient(Client, (client, connect) => {
      aim(client, host)
      return connect()
    })
  try {
    const { client, end } = await openClient({ connectionString, choosing }, NAME, HOST_MS)
    const { rows } = await client.query<State>(STATE).finally(() => void end())
    const { standby, isReadOnly } = rows[0] as State
    return standby ? 'is a standby' : isReadOnly ? 'is read-only' : 'takes changes'
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return `does not answer (${message || code})`
  }
}

/** A client that takes the chosen host, and connects to it alone. */
async function connectToChosen(client: pg.Client, connect: () => Promise<unknown>, choice: Choice) {
  const host = await choice.take()
  if (isDestroyed(client)) throw unreachable(new Error('no host was found in time'))
  aim(client, host)
  choice.hold(client, host)
  client.on('error', () => {}) // nobody else listens yet
  try {
    await connect()
    const { rows } = await client.query<State>(STATE)
    if (rows[0]?.standby) throw unreachable(new Error(`${nameOf(host)} is a standby`))
  } catch (error) {
    choice.forget(host)
    destroy(client)
    throw error
  }
}
