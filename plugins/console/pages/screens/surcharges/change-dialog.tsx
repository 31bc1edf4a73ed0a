import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { canChange, totalOf } from '../../logic/surcharge-sums.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { TextArea } from '../../parts/field.tsx'
import { toast } from '../../parts/toasts.tsx'
import type { Surcharge } from './columns.tsx'
import { useMoney } from './money.ts'
import { words } from './words.ts'

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
    if (changed > 0) toast(isWaiving ? words.isWaived(changed) : words.isApplied(changed))
    const wrong = data.flatMap(({ id, error }) => (error ? [`${codeOf(rows, id)}: ${error}`] : []))
    if (wrong.length === 0) return onClose(true)
    setFailed(wrong)
  }
  const changing = useSend('POST', `/api/surcharges/${action}`, { changes: CHANGED_BY_SURCHARGE, onDone })
  const ids = open.map(({ id }) => id)
  const said = reason.trim()
  const send = () => changing.mutate({ body: { ids, ...(said && { reason: said }) } })
  const [count, sum] = [open.length, money(totalOf(open))]
  return (
    <Confirm
      open
      danger={isWaiving}
      title={isWaiving ? words.waiveTitle(count) : words.applyTitle(count)}
      action={words[action]}
      busy={changing.isPending}
      disabled={count === 0 || (isWaiving && said === '') || failed.length > 0}
      error={changing.error}
      onClose={() => onClose(failed.length > 0)}
      onConfirm={send}
    >
      <p>{isWaiving ? words.waiveText(count, sum) : words.applyText(count, sum)}</p>
      {isWaiving && blocks > 0 && <p>{words.blocks(blocks)}</p>}
      {rows.length > count && <p>{words.leftOut(rows.length - count)}</p>}
      <TextArea
        label={words.reason}
        hint={isWaiving ? words.reasonMust : words.reasonHint}
        required={isWaiving}
        rows={2}
        maxLength={500}
        value={reason}
        onValue={write}
      />
      {failed.length > 0 && (
        <div class="problem" role="alert">
          <div>
            <p>
              <strong>{words.failed(failed.length)}</strong>
            </p>
            <ul>
              {failed.slice(0, 5).map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </Confirm>
  )
}

const codeOf = (rows: Surcharge[], id: number) => rows.find((row) => row.id === id)?.seller_code ?? id
