import { useState } from 'preact/hooks'
import { useSend } from '../../../api/queries.ts'
import { declaredOf, totalsOf } from '../../../logic/control-totals.ts'
import { month } from '../../../logic/format.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { TextField } from '../../../parts/field.tsx'
import { FormActions } from '../../../parts/form-actions.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { totalsPath } from './totals-path.ts'
import { TOTALS, words } from './words.ts'

/** What the form begins with. */
export interface Declaring {
  /** '' for all together. */
  seller_code: string
  totals: Record<string, number>
}

interface Props {
  feed: string
  period: string
  from: Declaring
  onClose: () => void
}

/** Declares what was sent of a feed for a month, or replaces what was declared. */
export function DeclareDialog({ feed, period, from, onClose }: Props) {
  const [code, setCode] = useState(from.seller_code)
  const [typed, type] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(from.totals).map(([total, value]) => [total, String(value)])),
  )
  const sending = useSend('POST', totalsPath(feed), {
    changes: [totalsPath(feed), '/api/sos/monthly/quality'],
    onDone() {
      toast(words.kept)
      onClose()
    },
  })
  const totals = declaredOf(typed)
  function send(event: Event) {
    event.preventDefault()
    if (totals) sending.mutate({ body: { period, seller_code: code.trim() || null, totals } })
  }
  return (
    <Dialog title={words.enterTitle(feed, month(period))} open onClose={onClose}>
      <form class="stack" onSubmit={send}>
        <p class="faint">
          {words.about} {words.replaces}
        </p>
        <TextField
          label={words.seller}
          hint={words.sellerHint}
          maxLength={100}
          value={code}
          onValue={setCode}
        />
        <div class="columns">
          {totalsOf(feed).map((total) => (
            <TextField
              key={total}
              type="number"
              label={TOTALS[total] ?? total}
              step={total === 'amount' ? '0.01' : '1'}
              min={total === 'amount' ? undefined : 0}
              value={typed[total] ?? ''}
              onValue={(value) => type({ ...typed, [total]: value })}
            />
          ))}
        </div>
        {sending.error && <Problem error={sending.error} />}
        <FormActions action={words.keep} onCancel={onClose} busy={sending.isPending} disabled={!totals} />
      </form>
    </Dialog>
  )
}
