import { useState } from 'preact/hooks'
import { tagOf } from '../../api/client.ts'
import type { ApiError } from '../../api/errors.ts'
import { refresh, useSend } from '../../api/queries.ts'
import { pointsOf } from '../../logic/appeal-step.ts'
import { score } from '../../logic/format.ts'
import { Confirm } from '../../parts/forms/confirm.tsx'
import { TextArea } from '../../parts/forms/field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { Panel } from '../../parts/panel.tsx'
import { toast } from '../../parts/toasts.tsx'
import type { AppealDetail } from './appeal.tsx'
import { Points } from './points.tsx'
import { PreviewOf, usePreview } from './preview.tsx'
import { CHANGED_BY_REVIEW, type Decision, DecisionChoice } from './review.tsx'
import { StaleAppeal } from './stale-appeal.tsx'
import { words } from './states-and-reasons.ts'

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
    onDone: done('The recommendation is sent.'),
  })
  const deciding = useSend('PATCH', '/api/appeals/{id}/review-am', {
    changes: CHANGED_BY_REVIEW,
    onDone: done('The appeal is decided.'),
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
      if (status !== 412 && status !== 409) return
      ask(false)
      refresh(CHANGED_BY_REVIEW)
    }
    if (!isDecision) return recommending.mutate({ ...request, body }, { onError })
    const score_adjustment = adjusts && raw !== null ? { [`${component}_raw_after`]: raw } : undefined
    deciding.mutate({ ...request, body: { ...body, score_adjustment } }, { onError })
  }
  function goOn() {
    sending.reset()
    see(appeal)
  }
  function leave() {
    sending.reset()
    onHold(null)
  }
  const ready = decision !== null && !sending.isPending && !sending.isSuccess && !(adjusts && raw === null)

  return (
    <Panel title={isDecision ? 'Decide' : 'Recommend'} class="review">
      <Form
        of={asking ? { isPending: false, error: null } : sending}
        onSend={isDecision ? () => ask(true) : send}
        action={isDecision ? 'Decide for good' : 'Send the recommendation'}
        disabled={!ready || isStale}
        below={isStale && <StaleAppeal seen={seen} now={appeal} step={step} onGoOn={goOn} onLeave={leave} />}
      >
        <p class="faint">
          {isDecision
            ? words.decideText
            : 'The first of two steps: your recommendation goes to the head of account management.'}
        </p>
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
          label="Notes"
          hint="Both heads and the account manager read them."
          rows={3}
          maxLength={5000}
          value={notes}
          onValue={edit(write)}
        />
      </Form>
      <Confirm
        danger
        open={asking}
        title="Decide this appeal for good?"
        action="Decide for good"
        of={sending}
        onClose={() => ask(false)}
        onConfirm={send}
      >
        <p>{words.decideText}</p>
        {adjusts && preview.data ? (
          <p>
            {`The total goes from ${score(preview.data.score_before.total_sos)} to ${score(preview.data.score_after.total_sos)}.`}{' '}
            {preview.data.tier_sentence}
          </p>
        ) : (
          <p>The score stays as it is.</p>
        )}
      </Confirm>
    </Panel>
  )
}

/** Where the slider begins: an approval brings all, one in part half of what is missing. */
const startOf = (decision: Decision | null, now: number) =>
  decision === 'approve' ? 100 : Math.round((now + 100) / 2)
