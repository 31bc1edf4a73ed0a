import { useState } from 'preact/hooks'
import { tagOf } from '../../../api/client.ts'
import { useRead, useSend } from '../../../api/queries.ts'
import { addMonths, month } from '../../../logic/format.ts'
import { Confirm } from '../../../parts/confirm.tsx'
import { TextArea } from '../../../parts/field.tsx'
import { useMe } from '../../../parts/me.ts'
import { toast } from '../../../parts/toasts.tsx'
import { isMonth, MonthField } from '../record/months.tsx'
import { type BacktestResult, type Draft, isOf, useBacktests } from './draft-reads.ts'
import { monthsOf } from './months-of.ts'
import { words } from './test-words.ts'
import { useMoney } from './use-money.ts'
import { words as draftWords } from './words.ts'

/** What a refusal may be that a reason overrides. */
const OVERRIDABLE = ['backtest_needed', 'rules_changed', 'guard_failed']

/** Says in numbers what adopting a draft does, and does it. */
export function AdoptDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { current_period } = useMe()
  const [from, setFrom] = useState(addMonths(current_period, 1))
  const [reason, setReason] = useState('')
  const test = useBacktests(draft.id).data?.data.find((one) => isOf(draft, one))
  const read = useRead(
    '/api/backtests/{id}',
    { path: { id: test?.id ?? 0 } },
    { enabled: test !== undefined },
  )
  const result = test && read.data
  const adopting = useSend('POST', '/api/config/drafts/{id}/adopt', {
    changes: ['/api/config', '/api/backtests'],
    onDone({ warnings = [] }) {
      toast(words.adopted(month(from)))
      for (const warning of warnings) toast(warning)
      onClose()
    },
  })
  const fails = (result?.guards ?? []).filter(({ ok }) => !ok).length
  const needsReason = !test || fails > 0 || OVERRIDABLE.includes(adopting.error?.code ?? '')
  function adopt() {
    if (!isMonth(from)) return
    adopting.mutate({
      path: { id: draft.id },
      body: { effective_from: from, backtest_id: test?.id ?? null, override_reason: reason.trim() || null },
      ifMatch: tagOf(draft),
    })
  }
  return (
    <Confirm
      title={words.adoptAsk}
      open
      onClose={onClose}
      onConfirm={adopt}
      action={words.adopt}
      busy={adopting.isPending}
      error={adopting.error}
    >
      <MonthField label={words.adoptFrom} value={from} onValue={setFrom} required />
      <p>
        {words.adoptEffect(draftWords.changeCount(draft.changes.length), isMonth(from) ? month(from) : from)}
      </p>
      {result?.money ? <Found result={result} /> : !test && <p class="notice warn">{words.adoptNone}</p>}
      {fails > 0 && <p class="notice warn">{words.adoptFails(fails)}</p>}
      {needsReason && (
        <TextArea
          label={words.reason}
          hint={words.reasonHint}
          value={reason}
          onValue={setReason}
          maxLength={1000}
          rows={2}
          required
        />
      )}
    </Confirm>
  )
}

function Found({ result }: { result: BacktestResult }) {
  const money = useMoney()
  const { surcharges } = result.money ?? {}
  return (
    <>
      <p>
        <strong>
          {words.adoptOn(result.id, monthsOf(result), result.tier_drops ?? 0, result.tier_rises ?? 0)}
        </strong>
      </p>
      {surcharges && (
        <p>{words.adoptMoney(money(Number(surcharges.before)), money(Number(surcharges.after)))}</p>
      )}
    </>
  )
}
