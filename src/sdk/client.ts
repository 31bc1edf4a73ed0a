import createClient from 'openapi-fetch'
import { SosError } from './errors.ts'
import type { paths } from './generated/schema.ts'
import { type Identity, sendAs } from './identity.ts'
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
 * // With an API key, or with tokens of your own:
 * new SellerOperatingScore({ baseUrl, userId: 7, apiKey: 'sos_…' })
 * new SellerOperatingScore({ baseUrl, userId: 7, accessToken: async () => '…' })
 */
export class SellerOperatingScore {
  readonly GET: Call<'get'>
  readonly POST: Call<'post'>
  readonly PUT: Call<'put'>
  readonly PATCH: Call<'patch'>
  readonly DELETE: Call<'delete'>
  /** Sends a request of your own, such as one for a CSV, with the same identity, retries and errors. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** The same client with other ways of sending. */
  readonly with: (sending: Sending) => SellerOperatingScore

  constructor(options: ClientOptions) {
    const baseUrl = options.baseUrl.replace(/\/+$/, '')
    const send = sendAs(options, createSend(options))
    const fetch = (request: Request) => send(withKey(request))
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
    this.with = (sending) => new SellerOperatingScore({ ...options, ...sending })
  }
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Nothing = Record<never, never>

/** The paths that have an operation of this method. Streams are no calls: `fetch` reads them. */
type PathOf<M extends Method> = Exclude<
  { [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never }[keyof paths],
  `${string}/progress`
>
type Operation<Path extends keyof paths, M extends Method> =
  paths[Path] extends Record<M, infer Of> ? Of : never

type Parameters<Of> = Of extends { parameters: infer Given }
  ? Nothing extends Given
    ? { params?: Given }
    : { params: Given }
  : Nothing
type Body<Of> = Of extends { requestBody: { content: { 'application/json': infer Given } } }
  ? { body: Given }
  : Of extends { requestBody?: infer Given }
    ? { body?: Given extends { content: { 'application/json': infer Json } } ? Json : never }
    : Nothing

/** What a call takes: the parameters and body of its operation, headers of your own, and a signal that aborts it. */
type Init<Of> = Parameters<Of> & Body<Of> & { headers?: Record<string, string>; signal?: AbortSignal }

/** What a call resolves to: the JSON of a success, and undefined where it has no content. */
type Data<Of> = Of extends { responses: infer Answers }
  ? {
      [Status in keyof Answers & (200 | 201 | 202 | 204)]: Answers[Status] extends {
        content: { 'application/json': infer Json }
      }
        ? Json
        : undefined
    }[keyof Answers & (200 | 201 | 202 | 204)]
  : never

/** The calls of a method: `sos.GET(path, { params: { path, query, header }, body, signal })`. */
type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...init: Nothing extends Init<Operation<Path, M>> ? [Init<Operation<Path, M>>?] : [Init<Operation<Path, M>>]
) => Promise<Data<Operation<Path, M>>>
