import { Alert, Group, Select, Text, TextInput } from '@mantine/core'
import dayjs from 'dayjs'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { Refusal } from '../../api/refusal.ts'
import { optionsOf } from '../../records/field.tsx'
import { Dialog, say, useDeed } from '../../ui/dialog.tsx'
import { Strong } from '../../ui/dim.tsx'
import { monthOf, plural, tooLong } from '../../ui/format.ts'
import { useMoney } from '../../ui/money.ts'
import { named, nameOf } from '../../ui/names.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { Why } from '../../ui/why.tsx'
import { acceptOf, suffixOf } from '../rules/data.ts'
import { changeDraft, type Draft, type Found, failsOf, GUARD_NAMES, GUARDS, outcomeOf } from './data.ts'

/** Asks for a backtest: on which months, and what a bonus is of. */
export function AskDialog({ draft_id, onClose }: { draft_id: number; onClose: () => void }) {
  const { periods, current_period, currency } = useMe()
  const months = periods
    .map(({ period }) => period)
    .filter((period) => period < current_period)
    .toSorted()
  const [from = '', setFrom] = useState(months.at(-3) ?? months[0])
  const [to = '', setTo] = useState(months.at(-1))
  const [bonus_base, setBonus] = useState(1000)
  const sent = useDeed(() => api.POST('/api/backtests', { body: { draft_id, from, to, bonus_base } }))
  const data = optionsOf(months, monthOf)
  const disorder = from > to && 'Must not be before the first month.'
  return (
    <Dialog
      title="Try it on past months"
      label="Try it"
      sent={sent}
      lacks={[!months.length && 'No month is over yet.', disorder]}
      onClose={onClose}
    >
      <Text>
        The months are scored with today’s rules and with the draft. No score is saved, nobody is charged.
      </Text>
      <Group grow>
        <Select label="First month" data={data} value={from} onChange={(next) => next && setFrom(next)} />
        <Select
          label="Last month"
          data={data}
          value={to}
          error={disorder}
          onChange={(next) => next && setTo(next)}
        />
      </Group>
      <NumberField
        label="Full bonus of an account manager"
        description="Bonuses and penalties are percentages of this amount"
        value={bonus_base}
        min={0}
        suffix={suffixOf(currency)}
        onChange={(value) => setBonus(value === '' ? 0 : value)}
      />
    </Dialog>
  )
}

interface DraftProps {
  draft: Draft
  version?: string
  onClose: () => void
}

/** What a draft is called, and what a backtest of it must keep to. */
export function EditDialog({ draft, version, onClose }: DraftProps) {
  const { currency } = useMe()
  const [name, setName] = useState(draft.name)
  const [guards, setGuards] = useState(draft.guards)
  const [began] = useState(draft)
  const sent = useDeed(() => changeDraft(draft.id, version, { name: name.trim(), guards }))
  const now = [
    draft.name !== began.name && `it is called “${draft.name}”`,
    ...GUARD_NAMES.map(
      (guard) =>
        draft.guards[guard] !== began.guards[guard] &&
        `${nameOf(guard).toLowerCase()}: ${draft.guards[guard] ?? 'no limit'}`,
    ),
  ].filter(Boolean)
  return (
    <Dialog
      title="Name and limits"
      label="Save"
      sent={sent}
      lacks={lackOfName(name)}
      isTold={now.length > 0}
      onClose={onClose}
    >
      {now.length > 0 && !sent.isPending && (
        <Text c="var(--bad)">It was changed meanwhile: {now.join(', ')}. Save again to keep yours.</Text>
      )}
      <DraftName value={name} onChange={setName} />
      {GUARD_NAMES.map((guard) => (
        <NumberField
          key={guard}
          label={`${nameOf(guard)}, at most`}
          description={`${GUARDS[guard]}; empty: no limit.`}
          value={guards[guard] ?? ''}
          min={0}
          decimalScale={guard === 'max_tier_drops' ? 0 : undefined}
          suffix={guard === 'max_surcharge_increase' ? suffixOf(currency) : undefined}
          onChange={(value) => setGuards({ ...guards, [guard]: value === '' ? null : value })}
        />
      ))}
    </Dialog>
  )
}

/** What a reason is taken for. */
const OVERRIDABLE = ['backtest_needed', 'rules_changed', 'guard_failed']

interface AdoptDialogProps extends DraftProps {
  isOwn: boolean
  /** Of the newest backtest of this content. */
  result?: Found
}

/** Makes a draft the rules from a month on, after what it does to whom is said. */
export function AdoptDialog({ draft, version, isOwn, result, onClose }: AdoptDialogProps) {
  const { current_period } = useMe()
  const money = useMoney()
  const months = Array.from({ length: 13 }, (_, i) => dayjs(current_period).add(i, 'month').format('YYYY-MM'))
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
    (warnings) =>
      say(warnings.map(named).join(' '), { title: `Adopted: it counts from ${monthOf(from)} on` }),
  )
  const fails = failsOf(result)
  const refused = sent.error instanceof Refusal && OVERRIDABLE.includes(sent.error.code ?? '')
  const needsReason = isOwn || !result || fails > 0 || refused
  return (
    <Dialog
      title={`Adopt “${draft.name}”`}
      label={acceptOf(sent.error) ? 'Adopt it all the same' : `Adopt from ${monthOf(from)}`}
      sent={sent}
      lacks={needsReason && reason.trim().length < 10 && 'Say why, in at least 10 characters.'}
      onClose={onClose}
    >
      {isOwn && (
        <Alert title="You adopt what you have written yourself">
          You have written this draft, or a part of it. The audit log keeps that, with your reason.
        </Alert>
      )}
      <Text>
        {plural(draft.changes.length, 'change applies', 'changes apply')} to all active sellers from{' '}
        {monthOf(from)}. To go back, adopt a draft with the old values.
      </Text>
      {result?.migration ? (
        <Strong>{outcomeOf(result, money)}</Strong>
      ) : (
        <Alert>It has not been tried on past months as it is now.</Alert>
      )}
      {fails > 0 && <Alert>{plural(fails, 'limit is passed', 'limits are passed')}.</Alert>}
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
          label="Reason to adopt it all the same"
          description="Kept with the draft and in the audit log"
          value={reason}
          onChange={setReason}
          maxLength={1000}
        />
      )}
    </Dialog>
  )
}

export const DraftName = ({ value, onChange }: { value: string; onChange: (name: string) => void }) => (
  <TextInput
    label="Name of the draft"
    placeholder="Stricter on late orders"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={tooLong(value, 80)}
    data-autofocus
  />
)

/** Why a draft of this name can’t be saved yet, beside these. */
export function lackOfName(name: string, others: { name: string }[] = []) {
  if (others.some((other) => other.name === name.trim())) return 'Another draft has this name.'
  return !name.trim() && 'Give it a name.'
}
