import { useState } from 'preact/hooks'
import { tagOf } from '../../api/client.ts'
import type { ApiError } from '../../api/errors.ts'
import { useSend } from '../../api/queries.ts'
import { pointsOf } from '../../logic/appeal-step.ts'
import { score } from '../../logic/format.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toast } from '../../parts/toasts.tsx'
import type { AppealDetail } from './appeal.tsx'
import { DecisionChoice } from './decision-choice.tsx'
import { Points } from './points.tsx'
import { PreviewOf } from './preview.tsx'
import { CHANGED_BY_REVIEW, type Decision } from './review.ts'
import { StaleAppeal } from './stale-appeal.tsx'
import { usePreview } from './use-preview.ts'
import { words } from './words.ts'

/** A step that somebody has begun; its form stays, whatever others do meanwhile. */
export type HeldStep = 'recommend' | 'decide'

interface Props {
  /** As it is now. */
  appeal: AppealDetail
  step: HeldStep
  onHold: (step: HeldStep | null) => void
}

/** Step 1 recommends, step 2 decides, each on the version of the appeal that was seen. */
export function ReviewPanel({ appeal, step, onHold }: Props) {
  const { id, component_appealed: component } = appeal
  const [seen, see] = useState(appeal)
  const [decision, choose] = useState<Decision | null>(null)
  const [notes, write] = useState('')
  const [adjust, setAdjust] = useState(true)
  const [typed, type] = useState<string | null>(null)
  const [asking, ask] = useState(false)
  const isDecision = step === 'decide'
  const now = appeal.score.components[component].raw
  const points = typed ?? String(startOf(decision, now))
  const raw = pointsOf(points)
  const adjusts = isDecision && adjust && decision !== null && decision !== 'reject'
  const body = { decision: decision ?? 'reject', ...(notes.trim() && { notes: notes.trim() }) }

  const { preview, isBehind } = usePreview(appeal, raw ?? now, adjusts && appeal.status === 'under_review')

  const done = (text: string) => () => {
    ask(false)
    onHold(null)
    toast(text)
  }
  const recommending = useSend('PATCH', '/api/appeals/{id}/review-ops', {
    changes: CHANGED_BY_REVIEW,
    onDone: done(words.isRecommended),
  })
  const deciding = useSend('PATCH', '/api/appeals/{id}/review-am', {
    changes: CHANGED_BY_REVIEW,
    onDone: done(words.isDecided),
  })
  const sending = isDecision ? deciding : recommending
  const isStale = sending.error?.status === 412 || sending.error?.status === 409

  function edit<T>(set: (value: T) => void) {
    return (value: T) => {
      onHold(step)
      set(value)
    }
  }
  function send() {
    const request = { path: { id }, ifMatch: tagOf(seen) }
    const onError = ({ status }: ApiError) => {
      if (status === 412 || status === 409) ask(false)
    }
    if (!isDecision) return recommending.mutate({ ...request, body }, { onError })
    const score_adjustment = adjusts && raw !== null ? { [`${component}_raw_after`]: raw } : undefined
    deciding.mutate({ ...request, body: { ...body, score_adjustment } }, { onError })
  }
  function submit(event: Event) {
    event.preventDefault()
    if (isDecision) ask(true)
    else send()
  }
  function goOn() {
    sending.reset()
    see(appeal)
  }
  function leave() {
    sending.reset()
    onHold(null)
  }
  const ready = decision !== null && !sending.isPending && !(adjusts && raw === null)

  return (
    <Panel title={isDecision ? words.decideTitle : words.recommendTitle} class="review">
      <form class="stack" onSubmit={submit}>
        <p class="faint">{isDecision ? words.decideText : words.recommendText}</p>
        <DecisionChoice value={decision} onValue={edit(choose)} />
        {isDecision && decision !== null && decision !== 'reject' && (
          <>
            <Points
              component={component}
              now={now}
              points={points}
              adjust={adjust}
              onPoints={edit(type)}
              onAdjust={edit(setAdjust)}
            />
            {adjusts && raw !== null && <PreviewOf of={preview} isBehind={isBehind} />}
          </>
        )}
        <TextArea
          label={words.notes}
          hint={words.notesHint}
          rows={3}
          maxLength={5000}
          value={notes}
          onValue={edit(write)}
        />
        {sending.error && !asking && <Problem error={sending.error} />}
        {isStale && <StaleAppeal seen={seen} now={appeal} step={step} onGoOn={goOn} onLeave={leave} />}
        <div class="actions">
          <button
            type="submit"
            class="button primary"
            disabled={!ready || isStale}
            aria-busy={sending.isPending && !asking}
          >
            {isDecision ? words.sendDecision : words.sendRecommendation}
          </button>
        </div>
      </form>
      <Confirm
        danger
        open={asking}
        title={words.decideSure}
        action={words.sendDecision}
        busy={sending.isPending}
        error={asking ? sending.error : null}
        onClose={() => ask(false)}
        onConfirm={send}
      >
        <p>{words.decideText}</p>
        {adjusts && preview.data ? (
          <p>
            {words.goes(
              score(preview.data.score_before.total_sos),
              score(preview.data.score_after.total_sos),
            )}{' '}
            {preview.data.tier_sentence}
          </p>
        ) : (
          <p>{words.scoreStays}</p>
        )}
      </Confirm>
    </Panel>
  )
}

/** Where the slider begins: an approval brings all, one in part half of what is missing. */
const startOf = (decision: Decision | null, now: number) =>
  decision === 'approve' ? 100 : Math.round((now + 100) / 2)
