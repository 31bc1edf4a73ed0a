import { Panel } from '../../parts/panel.tsx'
import type { AppealDetail } from './appeal.tsx'
import { Effect } from './effect.tsx'
import { words } from './words.ts'

/** What the decision has changed; for an open appeal what it can bring at most. */
export function EffectPanel({ appeal }: { appeal: AppealDetail }) {
  const { score_before, score_after, score, preview } = appeal
  if (score_after && score_before)
    return (
      <Panel title={words.effectTitle} class="flush">
        <Effect before={score_before} after={score_after} />
      </Panel>
    )
  if (preview)
    return (
      <Panel title={words.atMost} class="flush">
        <Effect before={preview.score_before} after={preview.score_after} />
      </Panel>
    )
  return (
    <Panel title={words.scoreNow} class="flush">
      <Effect before={score} after={null} />
    </Panel>
  )
}
