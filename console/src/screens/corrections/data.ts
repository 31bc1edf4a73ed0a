import { keepPreviousData } from '@tanstack/react-query'
import { $api } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'

export type Correction = Schemas['CorrectionDetail']
export const LIMIT = 50

const SOON_MS = 1_500
const LATER_MS = 5_000

export const isWorkedOn = (status?: Correction['status']) =>
  status === 'queued' || status === 'computing' || status === 'applying'

/** One correction, looked at again as long as something may happen to it. */
export const correction = (id: number) =>
  $api.queryOptions(
    'get',
    '/api/sos/monthly/corrections/{id}',
    { params: { path: { id } } },
    {
      refetchInterval: ({ state: { data } }) =>
        isWorkedOn(data?.status) ? SOON_MS : data?.status === 'proposed' ? LATER_MS : false,
    },
  )

export const changedSellers = (id: number, page: number) =>
  $api.queryOptions(
    'get',
    '/api/sos/monthly/corrections/{id}/sellers',
    { params: { path: { id }, query: { page, limit: LIMIT } } },
    { placeholderData: keepPreviousData },
  )
