import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { undici } from '../../../src/platform/http/undici.ts'
import { literalRefusal, RefusedAddress, refusal } from '../delivery/addresses.ts'

/** Asks for all addresses of a name, as `lookup` of node:dns does. */
export type Lookup = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Connecting ends after this, also where `timeout_ms`, the limit of the whole attempt (post.ts), is longer. */
const CONNECT_TIMEOUT_MS = 10_000
const IDLE_MS = 10_000

/** Connections to receivers, a pool for each origin. `allowPrivate` is WEBHOOK_ALLOW_PRIVATE. */
export function openAgent({ allowPrivate, lookup }: { allowPrivate: boolean; lookup?: Lookup }) {
  const connect = dialer(allowPrivate, lookup)
  return new (undici().Agent)({ connect, pipelining: 1, keepAliveTimeout: IDLE_MS })
}

/**
 * Dials receivers at public addresses only: a literal address is checked before anything is dialled, a name by every
 * address that it resolves to now, and the socket by the address it has reached. An error of the attempt carries the
 * address that was dialled, if any was.
 */
function dialer(allowPrivate: boolean, lookup: Lookup = systemLookup): buildConnector.connector {
  const connect = undici().buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false,
    autoSelectFamily: true,
    lookup: allowPrivate ? lookup : publicOnly(lookup),
  } as buildConnector.BuildOptions)
  const refusalOf = (address: string | undefined) => (allowPrivate || !address ? null : refusal(address))

  return (options, callback) => {
    const refused = allowPrivate ? null : literalRefusal(options.hostname)
    if (refused) return callback(new RefusedAddress(refused), null)
    const socket = connect(options, (error, connected) => {
      const reached = refusalOf(connected?.remoteAddress)
      if (reached) connected?.destroy()
      if (error || reached)
        return callback(
          Object.assign(error ?? new RefusedAddress(reached as string), { dialled: dialled() }),
          null,
        )
      callback(null, connected)
    }) as unknown as Socket
    let address: string | undefined
    const dialled = () => address ?? socket.remoteAddress
    socket.once('connectionAttempt', (ip: string) => {
      address = ip
    })
    // Before TLS says hello, which would be bytes sent already.
    socket.prependOnceListener('connect', () => {
      const reached = refusalOf(socket.remoteAddress)
      if (reached) socket.destroy(new RefusedAddress(reached))
    })
  }
}

/** A look-up of all addresses that fails when any of them is not public. */
const publicOnly =
  (lookup: Lookup): Lookup =>
  (name, options, done) =>
    lookup(name, { ...options, all: true }, (error, addresses) => {
      const refused = error
        ? null
        : addresses.map(({ address }) => refusal(address)).find((why) => why !== null)
      done(refused ? new RefusedAddress(`The host ${name} is refused. ${refused}`) : error, addresses)
    })
