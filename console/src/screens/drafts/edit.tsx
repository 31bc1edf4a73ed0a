import { Text } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { useDeed } from '../../ui/deed.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { suffixOf } from '../rules/data.ts'
import { changeDraft, type DraftDialogProps, GUARD_NAMES, GUARDS } from './data.ts'
import { DraftName, lackOfName } from './draft-name.tsx'

/** What a draft is called, and what a backtest of it must keep to. */
export function EditDialog({ draft, version, onClose }: DraftDialogProps) {
  const { currency } = useMe()
  const [name, setName] = useState(draft.name)
  const [guards, setGuards] = useState(draft.guards)
  const [began] = useState(draft)
  const sent = useDeed(() => changeDraft(draft.id, version, { name: name.trim(), guards }), onClose)
  const now = [
    draft.name !== began.name && `it is called “${draft.name}”`,
    ...GUARD_NAMES.map(
      (guard) =>
        draft.guards[guard] !== began.guards[guard] &&
        `${GUARDS[guard][0].toLowerCase()}: ${draft.guards[guard] ?? 'no limit'}`,
    ),
  ].filter(Boolean)
  return (
    <Dialog
      title="Name and limits"
      label="Save"
      sent={sent}
      lacks={lackOfName(name)}
      isTold={now.length > 0}
      onClose={onClose}
    >
      {now.length > 0 && !sent.isPending && (
        <Text c="var(--bad)">
          Somebody has changed it meanwhile: {now.join(', ')}. Save again to keep yours.
        </Text>
      )}
      <DraftName value={name} onChange={setName} />
      {GUARD_NAMES.map((guard) => (
        <NumberField
          key={guard}
          label={`${GUARDS[guard][0]}, at most`}
          description={`${GUARDS[guard][1]}; empty: no limit.`}
          value={guards[guard] ?? ''}
          min={0}
          allowDecimal={guard !== 'max_tier_drops'}
          suffix={guard === 'max_surcharge_increase' ? suffixOf(currency) : undefined}
          onChange={(value) => setGuards({ ...guards, [guard]: value === '' ? null : Number(value) })}
        />
      ))}
    </Dialog>
  )
}
