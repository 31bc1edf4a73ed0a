import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, refresh } from '../../api/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { plural } from '../../ui/format.ts'
import type { Draft } from './data.ts'

interface EndDialogProps {
  draft: Draft
  version?: string
  isOwn: boolean
  onClose: () => void
}

/** Ends a draft that is not to be adopted: its author withdraws it, others reject it. */
export function EndDialog({
  draft: { id, name, changes, created_by_name },
  version,
  isOwn,
  onClose,
}: EndDialogProps) {
  const navigate = useNavigate()
  const sent = useMutation({
    mutationFn: () =>
      api.DELETE('/api/config/drafts/{id}', { params: { path: { id }, header: { 'If-Match': version } } }),
    onSuccess: async () => {
      await navigate({ to: '/rules/drafts', search: {} })
      await refresh()
    },
  })
  const verb = isOwn ? 'Withdraw' : 'Reject'
  return (
    <Dialog
      title={`${verb} ${name}`}
      label={verb}
      isGrave
      sent={sent}
      onSubmit={sent.mutate}
      onClose={onClose}
    >
      <Text>
        The draft{!isOwn && created_by_name ? ` of ${created_by_name}` : ''} is deleted with{' '}
        {plural(changes.length, 'change')}. No score changes, and the audit log keeps what it said.
      </Text>
    </Dialog>
  )
}
