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

/** The service, typed by its OpenAPI description; what it refuses is thrown as a `Refusal`. */
export const api = createClient<paths, 'application/json'>({ baseUrl: location.origin, fetch: fetchAsCaller })
export const $api = createHooks(api)

api.use({
  onRequest({ request }) {
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key'))
      request.headers.set('Idempotency-Key', crypto.randomUUID())
  },
  async onResponse({ response }) {
    if (!response.ok) throw await Refusal.of(response)
  },
})

/** After a change nothing that is on the page is taken for true any more. */
export const refresh = () => queries.invalidateQueries()

export type Schemas = components['schemas']
export const COMPONENTS = ['p_score', 'o_score', 't_score', 'f_score', 'i_score'] as const
export type Component = (typeof COMPONENTS)[number]
