import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import { type Correction, decisionOf } from '../../logic/correction-state.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useMe } from '../../parts/me.ts'
import { Panel } from '../../parts/panel.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toast } from '../../parts/toasts.tsx'
import { words } from './words.ts'

const PATH = '/api/sos/monthly/corrections/{id}'
const CHANGED = ['/api/sos/monthly/corrections']

interface Props {
  correction: Correction
  /** What the service said while it was approved. */
  onWarnings: (warnings: string[]) => void
}

/** The second person decides; the first one can only take it back. */
export function DecisionPanel({ correction, onWarnings }: Props) {
  const { user, may } = useMe()
  const what = decisionOf(correction, { id: user.id, mayWrite: may('scores.write') })
  if (what === null) return null
  return what === 'others' ? (
    <p class="notice">
      <Icon name="lock" />
      <span>{words.others}</span>
    </p>
  ) : (
    <Decide correction={correction} onWarnings={onWarnings} isOwn={what === 'own'} />
  )
}

function Decide({ correction: { id, changed }, onWarnings, isOwn }: Props & { isOwn: boolean }) {
  const [notes, setNotes] = useState('')
  const [asking, ask] = useState(false)
  const approving = useSend('POST', `${PATH}/approve`, {
    changes: CHANGED,
    onDone({ warnings = [] }) {
      toast(words.approved)
      onWarnings(warnings)
    },
  })
  const rejecting = useSend('POST', `${PATH}/reject`, {
    changes: CHANGED,
    onDone: () => toast(words.rejected),
  })
  const request = { path: { id }, body: notes.trim() ? { notes: notes.trim() } : {} }
  function close() {
    ask(false)
    approving.reset()
  }
  return (
    <Panel title={words.decide} class="review">
      <div class="stack">
        <p class="faint">{isOwn ? words.own : words.decideText(changed ?? 0)}</p>
        <TextArea
          label={words.notes}
          hint={words.notesHint}
          rows={2}
          maxLength={1000}
          value={notes}
          onValue={setNotes}
        />
        {rejecting.error && <Problem error={rejecting.error} />}
        <div class="actions">
          <button
            type="button"
            class="button"
            disabled={rejecting.isPending}
            aria-busy={rejecting.isPending}
            onClick={() => rejecting.mutate(request)}
          >
            {isOwn ? words.takeBack : words.reject}
          </button>
          {!isOwn && (
            <button type="button" class="button primary" onClick={() => ask(true)}>
              {words.approve}
            </button>
          )}
        </div>
      </div>
      <Confirm
        danger
        open={asking}
        title={words.approveTitle(id)}
        action={words.approve}
        busy={approving.isPending}
        error={approving.error}
        onClose={close}
        onConfirm={() => approving.mutate(request)}
      >
        <p>{words.decideText(changed ?? 0)}</p>
      </Confirm>
    </Panel>
  )
}
