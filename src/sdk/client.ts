import createClient from 'openapi-fetch'
import type { Call, Method } from './calls.ts'
import { SosError } from './errors.ts'
import { type Identify, type Identity, identifyBy, sendAs } from './identity.ts'
import { createSend, type Sending, withKey } from './send.ts'

/** Where the service is, who calls, and how calls are sent. */
export type ClientOptions = {
  /** Without a path, such as `https://sos.example.com`. */
  baseUrl: string
} & Identity &
  Sending

/**
 * The API of a Seller Operating Score service, called as with `openapi-fetch`: by path, with `params` and `body`. A call
 * resolves to the data, or throws `SosError`.
 *
 * @example
 * const sos = new SellerOperatingScore({ baseUrl: 'http://127.0.0.1:3000', userId: 1 }) // demo mode
 * const seller = await sos.GET('/api/sellers/{id}', { params: { path: { id: 'S-1018' } } })
 *
 * @example
 * // With an API key, or with a login that is refreshed by itself:
 * new SellerOperatingScore({ baseUrl, userId: 7, apiKey: 'sos_…' })
 * new SellerOperatingScore({ baseUrl, login: { email: 'nadia@example.com', password } })
 */
export class SellerOperatingScore {
  readonly GET: Call<'get'>
  readonly POST: Call<'post'>
  readonly PUT: Call<'put'>
  readonly PATCH: Call<'patch'>
  readonly DELETE: Call<'delete'>
  /** Sends a request of your own, such as one for a CSV, with the same identity, retries and errors. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** The same client with other ways of sending. Both share one login. */
  readonly with: (sending: Sending) => SellerOperatingScore

  /** `identify` is that of the client whose login is shared. */
  constructor(options: ClientOptions, identify?: Identify) {
    const baseUrl = options.baseUrl.replace(/\/+$/, '')
    const send = createSend(options)
    const known = identify ?? identifyBy(options, baseUrl, send)
    const sendKnown = sendAs(known, send)
    const fetch = (request: Request) => sendKnown(withKey(request))
    const client = createClient({ baseUrl, fetch, headers: { accept: 'application/json' } })
    const call = <M extends Method>(method: M) =>
      (async (path: string, init?: object): Promise<unknown> => {
        try {
          return (await client.request(method, path as never, init as never)).data
        } catch (cause) {
          if (!(cause instanceof SyntaxError)) throw cause
          const message = `${method.toUpperCase()} ${path} was not answered by the service.`
          throw new SosError({ message, code: 'unreadable_answer', cause })
        }
      }) as Call<M>
    this.GET = call('get')
    this.POST = call('post')
    this.PUT = call('put')
    this.PATCH = call('patch')
    this.DELETE = call('delete')
    this.fetch = async (path, init) => fetch(new Request(`${baseUrl}${path}`, init))
    this.with = (sending) => new SellerOperatingScore({ ...options, ...sending }, known)
  }
}
