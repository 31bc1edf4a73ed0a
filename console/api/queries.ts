import { keepPreviousData, QueryClient, useMutation, useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { type Sending, send } from './client.ts'
import { ApiError } from './errors.ts'
import { repeatKeys } from './repeat-keys.ts'
import type { Answer, Method, PathOf, Request } from './types.ts'

/** What the server said is taken as present for this long; a change here asks again at once. */
const FRESH_MS = 15_000

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      networkMode: 'always', // without a network it fails and says so, rather than wait in silence
      structuralSharing: false, // the version of an answer hangs on the object, see tagOf
      retry: (failures, error) => failures < 3 && mayHelp(error),
      retryDelay: (failures, error) =>
        (error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : 0) + 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always' },
  },
})

/** A longer wait, in seconds, is told with its countdown instead of a page that stays empty. */
const LONGEST_WAIT_S = 5

/** Whether asking again soon can help: the service was away or busy, not of another opinion. */
const mayHelp = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 429 || error.status === 503) &&
  (error.retryAfter ?? 0) <= LONGEST_WAIT_S

/** The query of a read: its key is what is asked for. */
export const queryOf = <P extends PathOf<'GET'>>(path: P, request?: Request<'GET', P>) => ({
  queryKey: [path, request ?? {}] as const,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Answer<'GET', P>> =>
    send('GET', path, { ...request, signal } as Request<'GET', P> & Sending),
})

export interface ReadOptions {
  /** false: not asked yet, because something that it needs is not known. */
  enabled?: boolean
  /** Asked again every so many milliseconds while the page is seen. */
  every?: number | false
  /** true: while the next page of a list comes, the one before stays. */
  keep?: boolean
}

/** Reads something of the API and keeps it: `const seller = useRead('/api/sellers/{id}', { path: { id } })`. */
export const useRead = <P extends PathOf<'GET'>>(
  path: P,
  request?: Request<'GET', P>,
  { enabled = true, every = false, keep = false }: ReadOptions = {},
) =>
  useQuery({
    ...queryOf(path, request),
    enabled,
    refetchInterval: every,
    placeholderData: keep ? keepPreviousData : undefined,
  })

/** Starts a read before somebody needs it: a page's queries beside its script, a link under the pointer. */
export const prefetch = <P extends PathOf<'GET'>>(path: P, request?: Request<'GET', P>): void => {
  queries.prefetchQuery(queryOf(path, request)).catch(() => {}) // whoever needs it asks again and shows the error
}

/**
 * Something that changes. After it has ended well, all reads whose path starts with one of `changes` are asked again.
 * `mutate(request)` sends; `error` is an ApiError; the form stays as it is until `data` is there. A POST whose answer
 * got lost is done once, however often it is sent again, even with another body.
 */
export function useSend<M extends Exclude<Method, 'GET'>, P extends PathOf<M>>(
  method: M,
  path: P,
  { changes = [], onDone }: { changes?: string[]; onDone?: (answer: Answer<M, P>) => void } = {},
) {
  const [keys] = useState(() => repeatKeys())
  return useMutation<Answer<M, P>, ApiError, Request<M, P> & Sending>({
    mutationFn: (request) =>
      send(method, path, method === 'POST' ? withKey(request, keys.of(request)) : request),
    onError: ({ code }) => {
      if (code === 'idempotency_key_reused') keys.forget() // whoever has read that it was done may send another
    },
    onSuccess: (answer) => {
      keys.forget()
      refresh(changes)
      onDone?.(answer)
    },
  })
}

const withKey = <R extends Sending>(request: R, key: string): R => ({
  ...request,
  headers: { 'idempotency-key': key, ...request.headers },
})

/** Asks again for all reads whose path starts with one of these. */
export function refresh(prefixes: string[]) {
  const isMeant = (path: unknown) => prefixes.some((prefix) => String(path).startsWith(prefix))
  // A failure is shown where the read is.
  queries.invalidateQueries({ predicate: ({ queryKey }) => isMeant(queryKey[0]) }).catch(() => {})
}
