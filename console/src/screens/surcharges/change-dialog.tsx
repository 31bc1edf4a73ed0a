import { Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { say, useDeed } from '../../ui/deed.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { plural } from '../../ui/format.ts'
import { useMoney } from '../../ui/money.ts'
import { named } from '../../ui/names.ts'
import { Why } from '../../ui/why.tsx'
import { isBlock, listed, type Surcharge, sumOf } from './data.ts'

interface ChangeProps {
  deed: 'apply' | 'waive'
  charges: Surcharge[]
  onClose: () => void
}

/** Applies or waives the selected surcharges, once it was said whom it concerns and what ends. */
export function ChangeDialog({ deed, charges, onClose }: ChangeProps) {
  // Those that were selected when it was opened, whatever becomes of them behind the dialog.
  const [those] = useState(charges)
  const [reason, setReason] = useState('')
  const money = useMoney()
  const isWaiver = deed === 'waive'
  const body = { ids: those.map(({ id }) => id), reason: reason.trim() || undefined }
  const sent = useDeed(
    () => api.POST(`/api/surcharges/${deed}`, { body }),
    ({ data }) => {
      const answer = data as Schemas['SurchargeResults']
      const color = answer.failed ? 'yellow' : 'green'
      say(outcome(answer, isWaiver ? 'waived' : 'applied'), { color })
      onClose()
    },
  )
  const doIt = `${isWaiver ? 'Waive' : 'Apply'} ${plural(those.length, 'surcharge')}`
  const sum = sumOf(those)
  const charged = sum > 0 ? those.filter(({ amount }) => amount) : those
  const sellers = charged.map(({ company_name }) => company_name)
  const blocked = listed(those.filter(isBlock).map(({ company_name }) => company_name))

  return (
    <Dialog
      title={doIt}
      label={doIt}
      sent={sent}
      lacks={isWaiver && !reason.trim() ? 'Say why.' : undefined}
      isGrave={isWaiver}
      onClose={onClose}
    >
      <Text>
        <b>
          {sum > 0
            ? `${money(sum)} ${isWaiver ? 'is not charged' : 'is charged'} to`
            : 'Nothing is charged; it concerns'}{' '}
          {listed(sellers)}.
        </b>{' '}
        {isWaiver ? 'That can’t be taken back.' : 'What is applied can still be waived.'}
      </Text>
      {blocked && (
        <Text>
          {isWaiver
            ? `The orders of ${blocked} may be shipped again, unless something else blocks them.`
            : `The orders of ${blocked} stay blocked.`}
        </Text>
      )}
      <Why
        description={those.length > 1 ? 'It is kept with each of them.' : undefined}
        isOptional={!isWaiver}
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
    </Dialog>
  )
}

/** What came of it; where somebody else was first, that too. */
const outcome = ({ changed, unchanged, failed, data }: Schemas['SurchargeResults'], state: string) =>
  [
    `${plural(changed, 'surcharge is', 'surcharges are')} ${state}.`,
    unchanged && `Somebody else was first with ${unchanged}.`,
    failed && `${failed} could not be changed: ${named(data.find(({ error }) => error)?.error ?? '')}.`,
  ]
    .filter(Boolean)
    .join(' ')
