import type { Model } from '../../api/types.ts'
import { score } from '../../logic/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Effect } from './effect.tsx'
import { words } from './words.ts'

interface Props {
  of: { data: Model<'AppealPreview'> | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  /** The slider has moved on. */
  isBehind: boolean
}

/** What total and tier become. The last answer stays while the next is worked out. */
export const PreviewOf = ({ of, isBehind }: Props) => (
  <section class="preview" aria-label={words.previewTitle} aria-busy={isBehind || undefined}>
    <h3>{words.previewTitle}</h3>
    <Loaded of={of} height="22rem">
      {({ score_before, score_after, tier_changed, tier_sentence }) => (
        <>
          <p role="status">
            {words.goes(score(score_before.total_sos), score(score_after.total_sos))}{' '}
            <strong>
              {tier_changed
                ? words.becomes(score_before.tier.name, score_after.tier.name)
                : words.stays(score_after.tier.name)}
            </strong>{' '}
            <span class="faint">{tier_sentence}</span>
          </p>
          <Effect before={score_before} after={score_after} />
        </>
      )}
    </Loaded>
  </section>
)
