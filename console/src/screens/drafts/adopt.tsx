import { Alert, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { Refusal } from '../../api/refusal.ts'
import { optionsOf } from '../../records/field.tsx'
import { say, useDeed } from '../../ui/deed.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Strong } from '../../ui/dim.tsx'
import { monthOf, plural } from '../../ui/format.ts'
import { useMoney } from '../../ui/money.ts'
import { named } from '../../ui/names.ts'
import { Why } from '../../ui/why.tsx'
import { acceptOf, monthsAfter } from '../rules/data.ts'
import { type DraftDialogProps, type Found, failsOf, outcomeOf } from './data.ts'

/** What a reason is taken for. */
const OVERRIDABLE = ['backtest_needed', 'rules_changed', 'guard_failed']

interface AdoptDialogProps extends DraftDialogProps {
  isOwn: boolean
  /** Of the newest backtest of this content. */
  result?: Found
}

/** Makes a draft the rules from a month on, after what it does to whom is said. */
export function AdoptDialog({ draft, version, isOwn, result, onClose }: AdoptDialogProps) {
  const { current_period } = useMe()
  const money = useMoney()
  const months = monthsAfter(current_period, 13)
  const [from, setFrom] = useState(months[1] ?? current_period)
  const [reason, setReason] = useState('')
  const sent = useDeed(
    async (): Promise<string[]> => {
      const { data } = await api.POST('/api/config/drafts/{id}/adopt', {
        params: { path: { id: draft.id }, header: { 'If-Match': version } },
        body: {
          effective_from: from,
          backtest_id: result?.id ?? null,
          override_reason: reason.trim() || null,
          ...acceptOf(sent.error),
        },
      })
      return data?.warnings ?? []
    },
    (warnings) => {
      say(warnings.map(named).join(' '), { title: `Adopted: it counts from ${monthOf(from)} on` })
      onClose()
    },
  )
  const fails = failsOf(result)
  const refused = sent.error instanceof Refusal && OVERRIDABLE.includes(sent.error.code ?? '')
  const needsReason = isOwn || !result || fails > 0 || refused
  return (
    <Dialog
      title={`Adopt “${draft.name}”`}
      label={acceptOf(sent.error) ? 'Adopt it all the same' : `Adopt from ${monthOf(from)}`}
      sent={sent}
      lacks={needsReason && reason.trim().length < 10 ? 'Say why, in ten letters or more.' : undefined}
      onClose={onClose}
    >
      {isOwn && (
        <Alert color="yellow" title="You sign your own draft">
          You have written it, and nobody else looks at it. The audit log keeps that, with your reason.
        </Alert>
      )}
      <Text>
        {plural(draft.changes.length, 'change counts', 'changes count')} for every active seller from{' '}
        {monthOf(from)} on. To go back, adopt a draft with the old values.
      </Text>
      {result?.migration ? (
        <Strong>{outcomeOf(result, money)}</Strong>
      ) : (
        <Alert color="yellow">It has not been tried on past months as it is now.</Alert>
      )}
      {fails > 0 && <Alert color="yellow">{plural(fails, 'limit is passed', 'limits are passed')}.</Alert>}
      <Select
        label="First month"
        value={from}
        onChange={(next) => next && setFrom(next)}
        data={optionsOf(months, monthOf)}
        allowDeselect={false}
        maw={280}
        data-autofocus
      />
      {needsReason && (
        <Why
          label="Why it is right all the same"
          description="Kept with the draft and in the audit log"
          value={reason}
          onChange={setReason}
          maxLength={1000}
        />
      )}
    </Dialog>
  )
}
