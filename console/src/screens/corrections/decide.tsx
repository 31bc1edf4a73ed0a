import { Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { $api, refresh } from '../../api/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { monthOf, plural } from '../../ui/format.ts'
import type { Correction } from './data.ts'

export type Decision = 'approve' | 'reject'

interface DialogProps {
  found: Correction
  onClose: () => void
}

/** After a trial: the same, to be approved by a second person. */
export function ApplyDialog({ found, onClose }: DialogProps) {
  const { period, seller_codes } = found
  const [reason, setReason] = useState(found.reason)
  const navigate = useNavigate()
  const sent = $api.useMutation('post', '/api/sos/monthly/corrections', {
    onSuccess: async ({ id }) => {
      await refresh()
      onClose()
      void navigate({ to: '/corrections/$id', params: { id: String(id) } })
    },
  })
  return (
    <Dialog
      title={`Correct ${monthOf(period)}`}
      label="Ask for it"
      sent={sent}
      lacks={reason.trim() ? undefined : 'Say what was wrong.'}
      onSubmit={() => sent.mutate({ body: { period, reason: reason.trim(), seller_codes, dry_run: false } })}
      onClose={onClose}
    >
      <Text>
        {plural(found.changed ?? 0, 'final score')} would change. It is computed once more, and a second
        person has to approve it before anything changes.
      </Text>
      <Reason label="What was wrong with the month" value={reason} onChange={setReason} />
    </Dialog>
  )
}

/** The second person approves or rejects; who asked takes it back. */
export function DecideDialog({ found, decision, onClose }: DialogProps & { decision: Decision }) {
  const [notes, setNotes] = useState('')
  const isApproval = decision === 'approve'
  const sent = $api.useMutation('post', `/api/sos/monthly/corrections/{id}/${decision}`, {
    onSuccess: async () => {
      await refresh()
      notifications.show({
        color: 'green',
        message: isApproval ? 'Approved: the scores are being written.' : 'Nothing changes.',
      })
      onClose()
    },
  })
  return (
    <Dialog
      title={isApproval ? `Correct ${monthOf(found.period)}` : 'Let the scores stay'}
      label={isApproval ? `Correct ${plural(found.changed ?? 0, 'score')}` : 'Let them stay'}
      sent={sent}
      onSubmit={() =>
        sent.mutate({ params: { path: { id: found.id } }, body: notes.trim() ? { notes: notes.trim() } : {} })
      }
      onClose={onClose}
    >
      <Text>
        {isApproval
          ? `${plural(found.changed ?? 0, 'final score')} of ${monthOf(found.period)} change for good, and every subscriber is told. The earlier scores are kept beside them.`
          : 'No score changes. Another correction can be asked for at any time.'}
      </Text>
      <Reason label="Notes, if there are any" value={notes} onChange={setNotes} />
    </Dialog>
  )
}

const Reason = (props: { label: string; value: string; onChange: (text: string) => void }) => (
  <Textarea
    label={props.label}
    value={props.value}
    onChange={(event) => props.onChange(event.currentTarget.value)}
    maxLength={1000}
    autosize
    minRows={2}
    data-autofocus
  />
)
