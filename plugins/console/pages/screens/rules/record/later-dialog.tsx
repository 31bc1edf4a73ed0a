import { useState } from 'preact/hooks'
import { send } from '../../../api/client.ts'
import { queries, refresh, useSend } from '../../../api/queries.ts'
import { addMonths, month } from '../../../logic/format.ts'
import type { RuleType } from '../../../logic/rules-in-force.ts'
import { Confirm } from '../../../parts/confirm.tsx'
import { useGo } from '../../../parts/link.tsx'
import { useMe } from '../../../parts/me.ts'
import { toast } from '../../../parts/toasts.tsx'
import { listPath, recordPath } from '../rule.ts'
import { words } from './dialog-words.ts'
import { isMonth, MonthField } from './months.tsx'
import type { RuleForm } from './use-form.ts'

/** Makes a new record of what the form says, from a later month on; earlier months stay as they are. */
export function LaterDialog({
  type,
  form,
  onClose,
}: {
  type: RuleType
  form: RuleForm
  onClose: () => void
}) {
  const { current_period } = useMe()
  const go = useGo()
  const [from, setFrom] = useState(addMonths(current_period, 1))
  const making = useSend('POST', listPath(type), {
    changes: ['/api/config'],
    onDone({ id }) {
      const undo = () =>
        send('DELETE', recordPath(type), { path: { id } }).then(() => {
          refresh(queries, ['/api/config'])
          go(`/rules/${type}`)
        })
      toast(words.made(month(from)), { undo })
      onClose()
      form.reset()
      go(`/rules/${type}/${id}`)
    },
  })
  function make() {
    const { effective_to } = form.dates
    const lasts = effective_to !== null && effective_to >= from ? effective_to : null
    making.mutate({ body: { ...form.fields, effective_from: from, effective_to: lasts } as never })
  }
  return (
    <Confirm
      title={words.laterAsk}
      open
      onClose={onClose}
      onConfirm={() => isMonth(from) && make()}
      action={words.make}
      busy={making.isPending}
      error={making.error}
    >
      <p>{words.laterText}</p>
      <MonthField label={words.firstMonth} value={from} onValue={setFrom} required />
    </Confirm>
  )
}
