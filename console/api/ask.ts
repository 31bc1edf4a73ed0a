import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { type Sending, send } from './client.ts'
import type { Answer, PathOf, Request } from './types.ts'

/** Reads the answer of a POST that changes nothing: a question with a body. The answer before stays meanwhile. */
export const useAsk = <P extends PathOf<'POST'>>(
  path: P,
  request: Request<'POST', P>,
  { enabled = true }: { enabled?: boolean } = {},
) =>
  useQuery({
    queryKey: [path, request] as const,
    queryFn: ({ signal }): Promise<Answer<'POST', P>> =>
      send('POST', path, { ...request, signal } as Request<'POST', P> & Sending),
    enabled,
    placeholderData: keepPreviousData,
  })
