import { useState } from 'preact/hooks'
import { useSend } from '../../../api/queries.ts'
import { declaredOf, TOTALS, totalsPath } from '../../../logic/feeds/control-totals.ts'
import { month } from '../../../logic/format.ts'
import { Dialog } from '../../../parts/forms/dialog.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { toast } from '../../../parts/toasts.tsx'

/** What the form begins with. */
export interface Declaring {
  /** '' for all together. */
  seller_code: string
  totals: Record<string, number>
}

interface Props {
  feed: string
  /** What can be declared of it. */
  known: string[]
  period: string
  from: Declaring
  onClose: () => void
}

/** Declares what was sent of a feed for a month, or replaces what was declared. */
export function DeclareDialog({ feed, known, period, from, onClose }: Props) {
  const [code, setCode] = useState(from.seller_code)
  const [typed, type] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(from.totals).map(([total, value]) => [total, String(value)])),
  )
  const sending = useSend('POST', totalsPath(feed), {
    changes: [totalsPath(feed), '/api/sos/monthly/quality'],
    onDone() {
      toast('Declared.')
      onClose()
    },
  })
  const totals = declaredOf(typed)
  function send() {
    if (totals) sending.mutate({ body: { period, seller_code: code.trim() || null, totals } })
  }
  return (
    <Dialog title={`Declare ${feed} of ${month(period)}`} open onClose={onClose}>
      <Form of={sending} onSend={send} action="Declare" cancel={onClose} disabled={!totals}>
        <p class="faint">
          What the sending system counts. A difference stands in the completeness of the month. It replaces
          what was declared before for the same month and seller.
        </p>
        <TextField
          label="Seller"
          hint="The code of one seller. Empty: all together."
          maxLength={100}
          value={code}
          onValue={setCode}
        />
        <div class="columns">
          {known.map((total) => (
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
      </Form>
    </Dialog>
  )
}
