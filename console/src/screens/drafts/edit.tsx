import { NumberInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { changeDraft, type Draft, GUARD_NAMES, GUARDS } from './data.ts'
import { DraftName, lackOfName } from './draft-name.tsx'

/** What a draft is called, and what a backtest of it must keep to. */
export function EditDialog({
  draft,
  version,
  onClose,
}: {
  draft: Draft
  version?: string
  onClose: () => void
}) {
  const { currency } = useMe()
  const [name, setName] = useState(draft.name)
  const [guards, setGuards] = useState(draft.guards)
  const sent = useMutation({
    mutationFn: () => changeDraft(draft.id, version, { name: name.trim(), guards }),
    onSuccess: async () => {
      await refresh()
      onClose()
    },
  })
  return (
    <Dialog
      title="Name and guards"
      label="Save"
      sent={sent}
      lacks={lackOfName(name)}
      onSubmit={sent.mutate}
      onClose={onClose}
    >
      <DraftName value={name} onChange={setName} />
      {GUARD_NAMES.map((guard) => (
        <NumberInput
          key={guard}
          label={`${GUARDS[guard][0]}, at most`}
          description={`${GUARDS[guard][1]}; empty: nothing is asked.`}
          value={guards[guard] ?? ''}
          min={0}
          allowDecimal={guard !== 'max_tier_drops'}
          suffix={guard === 'max_surcharge_increase' && currency ? ` ${currency}` : undefined}
          thousandSeparator=","
          hideControls
          onChange={(value) => setGuards({ ...guards, [guard]: value === '' ? null : Number(value) })}
        />
      ))}
    </Dialog>
  )
}
