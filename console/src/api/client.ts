import { QueryClient } from '@tanstack/react-query'
import createClient from 'openapi-fetch'
import createHooks from 'openapi-react-query'
import { identityHeaders, renewAfterRefusal } from '../session/session.ts'
import { PATIENCE_MS, Refusal } from './refusal.ts'
import type { components, paths } from './schema.d.ts'

export const queries = new QueryClient({
  defaultOptions: {
    // Where there is no connection nothing waits for one: it fails, and says so.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: (times, error) =>
        times < 2 && navigator.onLine && !(error instanceof Refusal && error.status < 500),
    },
  },
})

/** Asks as whoever is signed in, with a new token once if the old one has ended. */
export async function fetchAsCaller(request: Request): Promise<Response> {
  const again = request.clone()
  const response = await sendAs(request)
  return response.status === 401 && (await renewAfterRefusal()) ? sendAs(again) : response
}

function sendAs(request: Request): Promise<Response> {
  for (const [name, value] of Object.entries(identityHeaders())) request.headers.set(name, value)
  return fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(PATIENCE_MS)]) })
}

/** A key that nobody else has. Without TLS a browser has no randomUUID. */
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** What was sent and has got no answer, each with its key. */
const unanswered = new Map<string, string>()

/** A deed has one key until it is answered: sent again after an answer that was lost, it is still done once. */
async function sendOnce(request: Request): Promise<Response> {
  if (request.method !== 'POST' || request.headers.has('Idempotency-Key')) return fetchAsCaller(request)
  const deed = `${request.url} ${await request.clone().text()}`
  const key = unanswered.get(deed) ?? newKey()
  unanswered.set(deed, key)
  request.signal.addEventListener('abort', () => unanswered.delete(deed)) // nobody waits for it
  request.headers.set('Idempotency-Key', key)
  const response = await fetchAsCaller(request)
  await response.clone().text() // it may break off
  // Who asks, or asks too often, is sent away before the deed is looked at.
  if (response.status < 500 && response.status !== 401 && response.status !== 429) unanswered.delete(deed)
  return response
}

/** The service, typed by its OpenAPI description; what it refuses is thrown as a `Refusal`. */
export const api = createClient<paths, 'application/json'>({ baseUrl: location.origin, fetch: sendOnce })
export const $api = createHooks(api)

api.use({
  async onResponse({ response }) {
    if (!response.ok) throw await Refusal.of(response)
  },
})

/** Asks before the script of a page is there. */
export const prefetch = (...asked: { queryKey: readonly unknown[] }[]) => {
  for (const one of asked) void queries.prefetchQuery(one as never)
}

/** After a change nothing that is on the page is taken for true any more. */
export const refresh = () => queries.invalidateQueries()

export type Schemas = components['schemas']
export const COMPONENTS = ['p_score', 'o_score', 't_score', 'f_score', 'i_score'] as const
export type Component = (typeof COMPONENTS)[number]
