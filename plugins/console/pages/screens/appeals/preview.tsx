import type { Model } from '../../api/types.ts'
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
      {({ score_before, score_after, sentence, tier_sentence }) => (
        <>
          <p role="status">
            {sentence} <strong>{tier_sentence}</strong>
          </p>
          <Effect before={score_before} after={score_after} />
        </>
      )}
    </Loaded>
  </section>
)
