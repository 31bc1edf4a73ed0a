import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import { codesOf } from '../../logic/correction-state.ts'
import { addMonths } from '../../logic/format.ts'
import { oneOf } from '../../logic/url-state.ts'
import { TextArea } from '../../parts/field.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { common } from '../../words/common.ts'
import { isMonth, MonthField } from '../rules/record/months.tsx'
import { words } from './words.ts'

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
  const asking = useSend('POST', PATH, {
    changes: [PATH],
    onDone: ({ id }) => go(`/corrections/${id}`),
  })
  const dry_run = dry !== 'no'
  const isReady = isMonth(period) && reason.trim() !== ''
  function ask(event: Event) {
    event.preventDefault()
    if (!isReady) return
    const seller_codes = codesOf(sellers)
    asking.mutate({ body: { period, reason: reason.trim(), dry_run, ...(seller_codes && { seller_codes }) } })
  }
  return (
    <Page title={words.new} above={<Link to="/corrections">{words.title}</Link>}>
      <form class="panel stack narrow-form" onSubmit={ask}>
        <p class="faint">{words.newText}</p>
        <MonthField
          label={words.month}
          hint={words.notRunning}
          value={period}
          onValue={setPeriod}
          max={last}
          required
        />
        <TextArea
          label={words.reasonLabel}
          required
          rows={3}
          maxLength={1000}
          value={reason}
          onValue={setReason}
        />
        <TextArea
          label={words.sellers}
          hint={words.sellersHint}
          rows={2}
          value={sellers}
          onValue={setSellers}
        />
        <label class="row check-row">
          <input
            type="checkbox"
            checked={dry_run}
            onChange={() => change({ dry: dry_run ? 'no' : '' }, { replace: true })}
          />
          {words.onlyShow} <span class="hint">{words.onlyShowHint}</span>
        </label>
        {asking.error && <Problem error={asking.error} />}
        <div class="actions">
          <Link class="button" to="/corrections">
            {common.cancel}
          </Link>
          <button
            type="submit"
            class="button primary"
            disabled={!isReady || asking.isPending}
            aria-busy={asking.isPending}
          >
            {dry_run ? words.show : words.ask}
          </button>
        </div>
      </form>
    </Page>
  )
}
