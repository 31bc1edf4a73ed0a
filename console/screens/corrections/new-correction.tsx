import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import { codesOf } from '../../logic/correction-state.ts'
import { addMonths } from '../../logic/format.ts'
import { oneOf } from '../../logic/url-state.ts'
import { Checkbox } from '../../parts/forms/checkbox.tsx'
import { TextArea } from '../../parts/forms/field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { isMonth, MonthField } from '../../parts/forms/month-field.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'

const PATH = '/api/sos/monthly/corrections'

/** Asks for a month's correction; the first of the two people. */
export default function NewCorrection() {
  const { current_period, periods } = useMe()
  const go = useGo()
  const last = addMonths(current_period, -1)
  const looked = usePeriod()
  const final = periods.filter(({ statuses }) => (statuses?.final ?? 0) > 0).map((one) => one.period)
  const [period, setPeriod] = useState(final.includes(looked) ? looked : (final[0] ?? last))
  const [{ dry }, change] = useUrlState({ dry: oneOf(['no'], '') })
  const [reason, setReason] = useState('')
  const [sellers, setSellers] = useState('')
  const asking = useSend('POST', PATH, { changes: [PATH], onDone: ({ id }) => go(`/corrections/${id}`) })
  const dry_run = dry !== 'no'
  const isReady = isMonth(period) && reason.trim() !== ''
  function ask() {
    const seller_codes = codesOf(sellers)
    asking.mutate({ body: { period, reason: reason.trim(), dry_run, ...(seller_codes && { seller_codes }) } })
  }
  return (
    <Page title="New correction" above={<Link to="/corrections">Corrections</Link>}>
      <Form
        class="panel stack narrow-form"
        of={asking}
        onSend={ask}
        action={dry_run ? 'Show what would change' : 'Compute the correction'}
        cancel="/corrections"
        disabled={!isReady}
      >
        <p class="faint">
          Put right first what is wrong: edit the rule, push the feed. The final scores of the month are then
          computed again, and nothing changes before a second person approves.
        </p>
        <MonthField
          label="Month"
          hint="A month that is over and has final scores."
          value={period}
          onValue={setPeriod}
          max={last}
          required
        />
        <TextArea
          label="What is wrong with the month"
          required
          rows={3}
          maxLength={1000}
          value={reason}
          onValue={setReason}
        />
        <TextArea
          label="Only these sellers"
          hint="Their codes, with commas or in lines. Empty: all with a final score."
          rows={2}
          value={sellers}
          onValue={setSellers}
        />
        <Checkbox checked={dry_run} onValue={() => change({ dry: dry_run ? 'no' : '' }, { replace: true })}>
          Only show what would change <span class="hint">It can’t be approved then.</span>
        </Checkbox>
      </Form>
    </Page>
  )
}
