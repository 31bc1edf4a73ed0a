import { useState } from 'preact/hooks'
import { tagOf } from '../../../api/client.ts'
import { useRead, useSend } from '../../../api/queries.ts'
import { addMonths, month, months, plural, saysSomething, shortMonth } from '../../../logic/format.ts'
import { Opener } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/forms/confirm.tsx'
import { TextArea } from '../../../parts/forms/field.tsx'
import { isMonth, MonthField } from '../../../parts/forms/month-field.tsx'
import { useMe, useMoney } from '../../../parts/me.ts'
import { toast } from '../../../parts/toasts.tsx'
import { acceptOf, actionOf } from '../few-faults.ts'
import { type BacktestResult, type Draft, isOf, isWrittenBy, useBacktests } from './draft-reads.ts'

/** What a refusal may be that a reason overrides. */
const OVERRIDABLE = ['backtest_needed', 'rules_changed', 'guard_failed']

interface Props {
  draft: Draft
  /** The reader has written it, and nobody else looks at it. */
  isOwn: boolean
  onClose: () => void
}

/** Says in numbers what adopting a draft does, and does it. */
function AdoptDialog({ draft, isOwn, onClose }: Props) {
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
      toast(`Adopted: these are the rules from ${month(from)} on.`)
      for (const warning of warnings) toast(warning)
      onClose()
    },
  })
  const fails = (result?.guards ?? []).filter(({ ok }) => !ok).length
  const needsReason = isOwn || !test || fails > 0 || OVERRIDABLE.includes(adopting.error?.code ?? '')
  function adopt() {
    if (!isMonth(from)) return
    adopting.mutate({
      path: { id: draft.id },
      body: {
        effective_from: from,
        backtest_id: test?.id ?? null,
        override_reason: reason.trim() || null,
        ...acceptOf(adopting.error),
      },
      ifMatch: tagOf(draft),
    })
  }
  return (
    <Confirm
      title="Make this draft the rules?"
      open
      onClose={onClose}
      onConfirm={adopt}
      action={actionOf('Adopt', adopting.error)}
      disabled={needsReason && !saysSomething(reason)}
      of={adopting}
    >
      {isOwn && (
        <p class="notice warn">
          You have written this draft, and nobody else signs it. Say why it is right all the same.
        </p>
      )}
      <MonthField label="From this month on" value={from} onValue={setFrom} required />
      <p>
        {`${plural(draft.changes.length, 'change', 'changes')}, from ${isMonth(from) ? month(from) : from} on. To go back, draft the old values and adopt that.`}
      </p>
      {result?.money ? (
        <Found result={result} />
      ) : (
        !test && (
          <p class="notice warn">
            There is no completed backtest of these changes. Run one, or give a reason to adopt it without.
          </p>
        )
      )}
      {fails > 0 && (
        <p class="notice warn">{`${plural(fails, 'guard fails', 'guards fail')}: it takes a reason to adopt it all the same.`}</p>
      )}
      {needsReason && (
        <TextArea
          label="Reason"
          hint="Ten characters or more; kept with the draft and in the audit log."
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
          {`By backtest ${result.id} of ${months(result, shortMonth)}: ${plural(result.tier_drops ?? 0, 'score drops', 'scores drop')} a tier, ${result.tier_rises ?? 0} rise.`}
        </strong>
      </p>
      {surcharges && (
        <p>{`Surcharges go from ${money(Number(surcharges.before))} to ${money(Number(surcharges.after))}.`}</p>
      )}
    </>
  )
}

/** Makes a draft the rules, after a dialog that says in numbers what this does. */
export function AdoptButton({ draft }: { draft: Draft }) {
  const me = useMe()
  const [open, setOpen] = useState(false)
  const isOwn = isWrittenBy(draft, me.user.id)
  if (isOwn && me.role !== 'bod')
    return <span class="hint">You have written this draft: somebody else must adopt it.</span>
  return (
    <>
      {isOwn && <span class="hint">You have written this draft: you would adopt it alone.</span>}
      <Opener class="primary" disabled={draft.changes.length === 0} onClick={() => setOpen(true)}>
        Adopt
      </Opener>
      {open && <AdoptDialog draft={draft} isOwn={isOwn} onClose={() => setOpen(false)} />}
    </>
  )
}
