import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, refresh } from '../../api/client.ts'
import { useMay } from '../../api/me.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { type Kind, oneAt, type Rule } from './data.ts'
import { DraftDialog } from './draft.tsx'

interface RemoveDialogProps {
  kind: Kind
  rule: Rule
  title: string
  version?: string
  onClose: () => void
}

/** Ends a rule: by a draft, or at once by whoever types its name. */
export function RemoveDialog({ kind: { type }, rule, title, version, onClose }: RemoveDialogProps) {
  const mayDelete = useMay('config.write')
  const [how, setHow] = useState<'draft' | 'now'>('draft')
  const [isDrafting, setDrafting] = useState(!mayDelete)
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const sent = useMutation({
    mutationFn: () =>
      api.DELETE(oneAt(type), { params: { path: { id: rule.id }, header: { 'If-Match': version } } }),
    onSuccess: async () => {
      await refresh()
      notifications.show({ color: 'green', message: `${title} is deleted.` })
      onClose()
      void navigate({ to: '/rules/$type', params: { type }, search: {} })
    },
  })
  if (isDrafting)
    return <DraftDialog change={{ type, op: 'remove', identity: rule.identity }} onClose={onClose} />
  return (
    <Dialog
      title={`Remove ${title}`}
      label={how === 'draft' ? 'Choose the draft' : `Delete ${title}`}
      isGrave={how === 'now'}
      sent={sent}
      lacks={how === 'now' && typed.trim() !== title ? `Type ${title}.` : undefined}
      onSubmit={() => (how === 'draft' ? setDrafting(true) : sent.mutate())}
      onClose={onClose}
    >
      <Radio.Group value={how} onChange={(next) => setHow(next as typeof how)} label="How it ends">
        <Stack gap="xs" mt="xs">
          <Radio value="draft" label="By a draft, from a month on, once it is adopted" data-autofocus />
          <Radio value="now" label="At once and for good, in all months that are calculated from now on" />
        </Stack>
      </Radio.Group>
      {how === 'now' && (
        <>
          <Text>
            Every active seller is scored without it the next time a month is calculated. An older rule of the
            same name counts again, where there is one. Final scores stay as they are.
          </Text>
          <TextInput
            label={`Type ${title} to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
          />
        </>
      )}
    </Dialog>
  )
}
