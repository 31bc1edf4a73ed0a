import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useMay } from '../../api/me.ts'
import { say, useDeed } from '../../ui/deed.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { oneAt, type Rule, type RuleType } from './data.ts'
import { DraftDialog } from './draft.tsx'

interface RemoveDialogProps {
  type: RuleType
  rule: Rule
  title: string
  version?: string
  onClose: () => void
}

/** Ends a rule: by a draft, or at once by whoever types its name. */
export function RemoveDialog({ type, rule: { id, identity }, title, version, onClose }: RemoveDialogProps) {
  const mayDelete = useMay('config.write')
  const [isNow, setNow] = useState(false)
  const [isDrafting, setDrafting] = useState(!mayDelete)
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const sent = useDeed(
    () => api.DELETE(oneAt(type), { params: { path: { id }, header: { 'If-Match': version } } }),
    () => {
      say(`${title} is deleted.`)
      return navigate({ to: '/rules/$type', params: { type }, search: {} })
    },
  )
  if (isDrafting) return <DraftDialog change={{ type, op: 'remove', identity }} onClose={onClose} />
  return (
    <Dialog
      title={`Remove ${title}`}
      label={isNow ? `Delete ${title}` : 'Choose the draft'}
      isGrave={isNow}
      sent={sent}
      lacks={isNow && typed.trim() !== title ? `Type ${title}.` : undefined}
      onSubmit={() => (isNow ? sent.mutate() : setDrafting(true))}
      onClose={onClose}
    >
      <Radio.Group
        value={isNow ? 'now' : 'draft'}
        onChange={(how) => setNow(how === 'now')}
        label="How it ends"
      >
        <Stack gap="xs" mt="xs">
          <Radio value="draft" label="By a draft, from a month on, once it is adopted" data-autofocus />
          <Radio value="now" label="At once and for good, in all months that are calculated from now on" />
        </Stack>
      </Radio.Group>
      {isNow && (
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
