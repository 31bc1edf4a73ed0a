import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { send } from '../../api/client.ts'
import type { Model } from '../../api/types.ts'
import { score } from '../../logic/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import type { Component } from '../../words/metrics.ts'
import type { AppealDetail } from './appeal.tsx'
import { Effect } from './effect.tsx'

interface Props {
  of: { data: Model<'AppealPreview'> | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  /** The slider has moved on. */
  isBehind: boolean
}

/** What total and tier become. The last answer stays while the next is worked out. */
export const PreviewOf = ({ of, isBehind }: Props) => (
  <section class="preview" aria-label="If you decide so" aria-busy={isBehind || undefined}>
    <h3>If you decide so</h3>
    <Loaded of={of} height="22rem">
      {({ score_before, score_after, tier_changed, tier_sentence }) => (
        <>
          <p role="status">
            {`The total goes from ${score(score_before.total_sos)} to ${score(score_after.total_sos)}.`}{' '}
            <strong>
              {tier_changed
                ? `The tier goes from ${score_before.tier.name} to ${score_after.tier.name}.`
                : `The tier stays ${score_after.tier.name}.`}
            </strong>{' '}
            <span class="faint">{tier_sentence}</span>
          </p>
          <Effect before={score_before} after={score_after} />
        </>
      )}
    </Loaded>
  </section>
)

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
