import { byCode } from './by-code.ts'
import { errorOf, failureOf } from './errors.ts'
import { identityHeaders, renewAfterRefusal } from './session.ts'
import type { Answer, Method, PathOf, Request } from './types.ts'

/** How long a read may take; a run that is waited for has its own stream (see watch.ts). */
const PATIENCE_MS = 60_000

/** How long a change may take: to finalize 10,000 scores takes some ten seconds on a quiet machine. */
const CHANGE_PATIENCE_MS = 600_000

/** Asks as whoever is signed in, with a new token once if the old one has ended. */
async function fetchAsCaller(request: globalThis.Request): Promise<Response> {
  const again = request.clone()
  const response = await sendAs(request)
  if (response.status !== 401 || !(await renewAfterRefusal())) return response
  return sendAs(again)
}

function sendAs(request: globalThis.Request): Promise<Response> {
  for (const [name, value] of Object.entries(identityHeaders())) request.headers.set(name, value)
  return fetch(request).catch((error: unknown) => {
    throw failureOf(error)
  })
}

const tags = new WeakMap<object, string>()

/** The version of something that was read, for If-Match: what `send` takes as `ifMatch`. */
export const tagOf = (answer: object | undefined): string | undefined => answer && tags.get(answer)

/**
 * Sends a request of the API and gives the answer's JSON.
 * @throws ApiError for every other answer, and for none (`status` 0)
 */
export async function send<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  { path: names, query, body, headers, ifMatch, signal }: Request<M, P> & Sending = {} as Request<M, P> &
    Sending,
): Promise<Answer<M, P>> {
  const init = {
    method,
    headers: {
      accept: 'application/json', // some routes answer people as text otherwise
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(ifMatch ? { 'if-match': ifMatch } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.any([
      AbortSignal.timeout(method === 'GET' ? PATIENCE_MS : CHANGE_PATIENCE_MS),
      ...(signal ? [signal] : []),
    ]),
  }
  const response = await fetchRaw(urlOf(path, { path: names, query } as Named), init)
  if (!response.ok) throw await errorOf(response)
  if (response.status === 204) return undefined as Answer<M, P>
  const answer = await response.json().catch((error: unknown) => {
    throw failureOf(error)
  })
  const tag = response.headers.get('etag')
  if (tag && typeof answer === 'object' && answer !== null) tags.set(answer, tag)
  return answer
}

export interface Sending {
  headers?: Record<string, string>
  /** The version that a change starts from, see `tagOf`. A 412 says that there is a newer one. */
  ifMatch?: string
  signal?: AbortSignal
}

/** What stands in an address. */
interface Named {
  path?: object
  query?: object
}

/** The address of a request, as a copied command or a download needs it. */
export function urlOf(path: string, { path: names = {}, query = {} }: Named = {}): string {
  const filled = Object.entries(names).reduce(
    (url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  )
  const search = new URLSearchParams()
  const asked: object = { ...byCode(path, names, query), ...query }
  for (const [name, value] of Object.entries(asked))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** `fetch` as whoever is signed in, for what is no JSON: streams, downloads, uploads. */
export const fetchRaw = (url: string, init: RequestInit = {}) =>
  fetchAsCaller(new globalThis.Request(url, init))
