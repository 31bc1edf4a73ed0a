import { createAttempt } from './attempt.ts'
import { callOf, type Send } from './call.ts'
import { SosError } from './errors.ts'
import { type Client, createClient, createConfig } from './generated/client/index.ts'
import { KEYED_POSTS } from './generated/keyed-posts.ts'
import { Operations } from './generated/sdk.gen.ts'
import { headersOf, type Identity, withIdentity } from './identity.ts'
import { withRetries } from './retry.ts'

/** How calls are sent. Every time is in milliseconds. */
export interface Sending {
  /** How long one attempt may take, its answer included. Default: 60,000. */
  timeoutMs?: number
  /** How often a call that failed for a passing reason is sent again. Default: 3; 0 for never. */
  retries?: number
  /** The longest `Retry-After` that is waited for; one that is longer is thrown at once. Default: 60,000. */
  maxWaitMs?: number
  /** What sends the requests. Default: the `fetch` of Node.js or the browser. */
  fetch?: typeof fetch
}

/** Where the service is, who calls, and how calls are sent. */
export type ClientOptions = {
  /** Without a path, such as `https://sos.example.com`. */
  baseUrl: string
} & Identity &
  Sending

/**
 * The API of a Seller Operating Score service: a method for each operation, which resolves to the data and throws
 * `SosError`. Path, query and headers are parameters by their names; a body is `body`. Pass `{ signal }` as the second
 * argument to abort a call.
 *
 * @example
 * const sos = new SellerOperatingScore({ baseUrl: 'http://127.0.0.1:3000', userId: 1 }) // demo mode
 * const { total_sos, tier } = await sos.getCurrentScore({ seller_code: 'S-1018' })
 *
 * @example
 * // With an API key, or with a login that is refreshed by itself:
 * new SellerOperatingScore({ baseUrl, userId: 7, apiKey: 'sos_…' })
 * new SellerOperatingScore({ baseUrl, login: { email: 'nadia@example.com', password } })
 */
export class SellerOperatingScore extends Operations {
  /** What sends requests of your own, with the same identity, retries and errors. */
  declare client: Client
  readonly #options: ClientOptions
  readonly #headers: ReturnType<typeof headersOf>

  constructor(options: ClientOptions) {
    const baseUrl = options.baseUrl.replace(/\/+$/, '')
    const send = sendingOf(options)
    const headers = shared.get(options) ?? headersOf(options, baseUrl, send)
    super({ client: openClient(baseUrl, withIdentity(send, headers)) })
    this.#options = options
    this.#headers = headers
  }

  /**
   * The same client with other ways of sending. Both share one login.
   *
   * @example
   * await sos.with({ timeoutMs: 600_000 }).finalizePeriod({ body: { period: '2026-10', reviewed_by: 'Nadia' } })
   */
  with(sending: Sending): SellerOperatingScore {
    const options = { ...this.#options, ...sending }
    shared.set(options, this.#headers)
    return new SellerOperatingScore(options)
  }
}

/** The identity of clients that are made of others. */
const shared = /* @__PURE__ */ new WeakMap<ClientOptions, ReturnType<typeof headersOf>>()

function sendingOf({
  timeoutMs = 60_000,
  retries = 3,
  maxWaitMs = 60_000,
  fetch = globalThis.fetch,
}: Sending): Send {
  return withRetries(createAttempt({ timeoutMs, fetch: (...args) => fetch(...args) }), { retries, maxWaitMs })
}

/** The client of the generated code, whose requests are sent by `send`. */
function openClient(baseUrl: string, send: Send): Client {
  const client = createClient(
    createConfig({
      baseUrl,
      throwOnError: true,
      fetch: async (request) => send(await callOf(request as Request)),
    }),
  )
  client.interceptors.request.use((request, { url }) => {
    if (request.method === 'POST' && KEYED_POSTS.has(url) && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', newKey())
    return request
  })
  client.interceptors.error.use((error, _response, request) => {
    if (!(error instanceof SyntaxError)) return error
    const message = `${request?.method} ${request?.url} was not answered by the service.`
    return new SosError({ message, code: 'unreadable_answer', cause: error })
  })
  return client
}

/** `crypto.randomUUID` is missing from pages without TLS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
