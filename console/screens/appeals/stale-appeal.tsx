import { Button } from '../../parts/button.tsx'
import { JsonDiff } from '../../parts/json-diff.tsx'
import type { AppealDetail } from './appeal.tsx'
import type { HeldStep } from './review-panel.tsx'
import { DECISION, STATE, type State, words } from './states-and-reasons.ts'

interface Props {
  /** The version that the form was filled in about. */
  seen: AppealDetail
  now: AppealDetail
  step: HeldStep
  onGoOn: () => void
  onLeave: () => void
}

/**
 * Both versions, after a step that came too late. The form stays; it can be sent again where the step is still open.
 */
export function StaleAppeal({ seen, now, step, onGoOn, onLeave }: Props) {
  const isOpen = now.status === (step === 'decide' ? 'under_review' : 'pending')
  return (
    <section class="stack tight" aria-label={words.stale}>
      <p>{words.stale}</p>
      <JsonDiff
        before={factsOf(seen)}
        after={factsOf(now)}
        caption={words.stale}
        heads={['As you saw it', 'As it is now']}
      />
      <div class="actions">
        <Button onClick={onLeave}>Leave it, show the appeal as it is</Button>
        {isOpen && <Button onClick={onGoOn}>I have seen it: let me send again</Button>}
      </div>
    </section>
  )
}

/** What another step changes, by the names of the page. */
const factsOf = ({ status, ops, am }: AppealDetail) => ({
  State: STATE[status as State],
  ...(ops && { Recommend: `${DECISION[ops.decision]} (${ops.reviewed_by})` }),
  ...(am && { Decision: `${DECISION[am.decision]} (${am.reviewed_by})` }),
})
