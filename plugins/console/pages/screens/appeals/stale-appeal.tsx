import { JsonDiff } from '../../parts/json-diff.tsx'
import type { AppealDetail } from './appeal.tsx'
import type { HeldStep } from './review-panel.tsx'
import { DECISION, STATE, type State, words } from './words.ts'

interface Props {
  /** The version that the form was filled in about. */
  seen: AppealDetail
  now: AppealDetail
  step: HeldStep
  onGoOn: () => void
  onLeave: () => void
}

/** Both versions, after a step that came too late. The form stays; it can be sent again where the step is still open. */
export function StaleAppeal({ seen, now, step, onGoOn, onLeave }: Props) {
  const isOpen = now.status === (step === 'decide' ? 'under_review' : 'pending')
  return (
    <section class="stack tight" aria-label={words.stale}>
      <p>{words.stale}</p>
      <JsonDiff
        before={factsOf(seen)}
        after={factsOf(now)}
        caption={words.stale}
        heads={[words.seen, words.now]}
      />
      <div class="actions">
        <button type="button" class="button" onClick={onLeave}>
          {words.leaveIt}
        </button>
        {isOpen && (
          <button type="button" class="button" onClick={onGoOn}>
            {words.sendAgain}
          </button>
        )}
      </div>
    </section>
  )
}

/** What another step changes, by the names of the page. */
const factsOf = ({ status, ops, am }: AppealDetail) => ({
  [words.state]: STATE[status as State],
  ...(ops && { [words.recommendTitle]: `${DECISION[ops.decision]} (${ops.reviewed_by})` }),
  ...(am && { [words.decision]: `${DECISION[am.decision]} (${am.reviewed_by})` }),
})
