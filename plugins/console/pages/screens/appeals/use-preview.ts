import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { send } from '../../api/client.ts'
import { useSettled } from '../../parts/use-settled.ts'
import type { Component } from '../../words/metrics.ts'
import type { AppealDetail } from './appeal.tsx'

/** The preview follows the slider this much later. */
const BEHIND_MS = 250

/**
 * What some points of the appealed component would make of the score; the last answer stays while the next comes. The
 * key is no path of the API, so that the decision itself, after which there is no preview, does not ask again.
 */
export function usePreview({ id, component_appealed, score }: AppealDetail, raw: number, enabled: boolean) {
  const settled = useSettled(raw, BEHIND_MS)
  const field = `${component_appealed satisfies Component}_raw_after` as const
  const query = useQuery({
    queryKey: ['preview of an appeal', id, score.revision, settled] as const,
    queryFn: ({ signal }) =>
      send('GET', '/api/appeals/{id}/preview', { path: { id }, query: { [field]: settled }, signal }),
    enabled,
    placeholderData: keepPreviousData,
  })
  return { preview: query, isBehind: settled !== raw || query.isPlaceholderData }
}
