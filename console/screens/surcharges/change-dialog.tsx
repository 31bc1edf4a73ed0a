import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { plural } from '../../logic/format.ts'
import { canChange, totalOf } from '../../logic/surcharge-sums.ts'
import { Failures } from '../../parts/failures.tsx'
import { Confirm } from '../../parts/forms/confirm.tsx'
import { TextArea } from '../../parts/forms/field.tsx'
import { useMoney } from '../../parts/me.ts'
import { toast } from '../../parts/toasts.tsx'
import { type Surcharge, words } from './columns.tsx'

export type Action = 'apply' | 'waive'

/** The reads that a change of surcharges makes old. */
export const CHANGED_BY_SURCHARGE = ['/api/surcharges', '/api/dashboard', '/api/sellers', '/api/enforcement']

interface Props {
  action: Action
  /** As they were seen. */
  rows: Surcharge[]
  onClose: (isDone: boolean) => void
}

/** Asks before surcharges are applied or waived, all at once, and names those that could not be. */
export function ChangeDialog({ action, rows, onClose }: Props) {
  const money = useMoney()
  const [reason, write] = useState('')
  const [failed, setFailed] = useState<string[]>([])
  const open = rows.filter(({ status }) => canChange(action, status))
  const blocks = open.filter(({ surcharge_type }) => surcharge_type === 'payment_block').length
  const isWaiving = action === 'waive'
  function onDone({ changed, data }: Answer<'POST', '/api/surcharges/waive'>) {
    if (changed > 0)
      toast(
        isWaiving
          ? `${plural(changed, 'surcharge is', 'surcharges are')} waived.`
          : `${plural(changed, 'surcharge is', 'surcharges are')} applied.`,
      )
    const wrong = data.flatMap(({ id, error }) => (error ? [`${codeOf(rows, id)}: ${error}`] : []))
    if (wrong.length === 0) return onClose(true)
    setFailed(wrong)
  }
  const changing = useSend('POST', `/api/surcharges/${action}`, { changes: CHANGED_BY_SURCHARGE, onDone })
  const ids = open.map(({ id }) => id)
  const said = reason.trim()
  const send = () => changing.mutate({ body: { ids, ...(said && { reason: said }) } })
  const [count, sum] = [open.length, money(totalOf(open))]
  const only = count === 1 && open[0]
  return (
    <Confirm
      open
      danger={isWaiving}
      title={`${words[action]} ${only ? `the surcharge of ${only.seller_code}, ${sum}` : plural(count, 'surcharge', 'surcharges')}?`}
      action={words[action]}
      disabled={count === 0 || (isWaiving && said === '') || failed.length > 0}
      of={changing}
      onClose={() => onClose(failed.length > 0)}
      onConfirm={send}
    >
      <p>
        {isWaiving
          ? `${plural(count, 'surcharge is', 'surcharges are')} waived for good, ${sum} in all. The rules do not make them again.`
          : `${plural(count, 'surcharge is', 'surcharges are')} applied, ${sum} in all. An applied surcharge can only be waived.`}
      </p>
      {isWaiving && blocks > 0 && (
        <p>{`${plural(blocks, 'of them is a payment block', 'of them are payment blocks')}: a seller whose last block is waived may get orders again.`}</p>
      )}
      {rows.length > count && (
        <p>{`${plural(rows.length - count, 'is', 'are')} in that state already, or waived, and left out.`}</p>
      )}
      <TextArea
        label="Reason"
        hint={isWaiving ? 'Why it is waived. Kept with the surcharge.' : 'Kept with the surcharge'}
        required={isWaiving}
        rows={2}
        maxLength={500}
        value={reason}
        onValue={write}
      />
      {failed.length > 0 && (
        <Failures
          title={`${plural(failed.length, 'surcharge was', 'surcharges were')} not changed`}
          of={failed}
        />
      )}
    </Confirm>
  )
}

const codeOf = (rows: Surcharge[], id: number) => rows.find((row) => row.id === id)?.seller_code ?? id
