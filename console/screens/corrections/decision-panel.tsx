import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import { type Correction, decisionOf } from '../../logic/correction-state.ts'
import { Button, Opener } from '../../parts/button.tsx'
import { Confirm } from '../../parts/forms/confirm.tsx'
import { TextArea } from '../../parts/forms/field.tsx'
import { useMe } from '../../parts/me.ts'
import { Notice } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toast } from '../../parts/toasts.tsx'
import { words } from './state-badge.tsx'

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
    <Notice icon="lock">It waits for a second person, who may change scores.</Notice>
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
      toast('Approved. The revisions are being written.')
      onWarnings(warnings)
    },
  })
  const rejecting = useSend('POST', `${PATH}/reject`, {
    changes: CHANGED,
    onDone: () => toast('Rejected. No score changes.'),
  })
  const request = { path: { id }, body: notes.trim() ? { notes: notes.trim() } : {} }
  function close() {
    ask(false)
    approving.reset()
  }
  return (
    <Panel title="Your decision" class="review">
      <div class="stack">
        <p class="faint">
          {isOwn
            ? 'You have asked for this correction: somebody else must approve it.'
            : words.decideText(changed ?? 0)}
        </p>
        <TextArea
          label="Notes"
          hint="Kept with the correction. May be left empty."
          rows={2}
          maxLength={1000}
          value={notes}
          onValue={setNotes}
        />
        {rejecting.error && <Problem error={rejecting.error} />}
        <div class="actions">
          <Button busy={rejecting.isPending} onClick={() => rejecting.mutate(request)}>
            {isOwn ? 'Take it back' : 'Reject'}
          </Button>
          {!isOwn && (
            <Opener class="primary" onClick={() => ask(true)}>
              Approve
            </Opener>
          )}
        </div>
      </div>
      <Confirm
        danger
        open={asking}
        title={`Approve correction ${id}?`}
        action="Approve"
        of={approving}
        onClose={close}
        onConfirm={() => approving.mutate(request)}
      >
        <p>{words.decideText(changed ?? 0)}</p>
      </Confirm>
    </Panel>
  )
}
