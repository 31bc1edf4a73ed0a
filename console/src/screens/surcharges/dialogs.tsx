import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { $api, api, type Schemas } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { Dialog, say, useDeed } from '../../ui/dialog.tsx'
import { monthOf, plural, sentences } from '../../ui/format.ts'
import { useMoney } from '../../ui/money.ts'
import { named } from '../../ui/names.ts'
import { Asked } from '../../ui/page.tsx'
import { Why } from '../../ui/why.tsx'
import { MOST_LISTED } from '../scores/chosen.tsx'
import { BLOCK, isBlock, listed, type Surcharge, sumOf, surchargeList } from './data.ts'

type Due = Pick<Surcharge, 'seller_code' | 'company_name' | 'surcharge_type'>
/** The blocks that hold orders now. */
const BLOCKING = { status: 'pending,applied', surcharge_type: BLOCK, limit: MOST_LISTED }

/** What the rules bring in a month: said first, then created. */
export function FindDialog({ period, onClose }: { period: string; onClose: () => void }) {
  const money = useMoney()
  const dry = $api.useQuery(
    'post',
    '/api/surcharges/evaluate',
    { body: { period, dry_run: true } },
    { gcTime: 0 },
  )
  const fresh = dry.data?.data.filter(({ created }) => created) ?? []
  const blocks = useQuery(surchargeList(BLOCKING))
  const wasBlocked = ({ seller_code }: Due) =>
    blocks.data?.data.some((one) => one.seller_code === seller_code) ?? false
  const namesOf = (due: Due[]) => [...new Set(due.map(({ company_name }) => company_name))]
  const [still = [], anew = []] = [true, false].map((was) =>
    namesOf(fresh.filter((one) => isBlock(one) && wasBlocked(one) === was)),
  )
  const sent = useDeed(
    () => api.POST('/api/surcharges/evaluate', { body: { period, dry_run: false } }),
    ({ data }) =>
      say(`${plural(data?.created ?? 0, 'surcharge is', 'surcharges are')} pending for ${monthOf(period)}.`),
  )
  return (
    <Dialog
      title={`New surcharges of ${monthOf(period)}`}
      label={
        fresh.length
          ? `Create ${plural(fresh.length, 'surcharge')}${anew.length ? ` and block ${plural(anew.length, 'seller')}` : ''}`
          : undefined
      }
      isGrave={anew.length > 0}
      sent={sent}
      lacks={(!dry.data || !blocks.data) && 'One moment…'}
      onClose={onClose}
    >
      <Running months={[period]} />
      <Asked query={dry} rows={2}>
        {({ existing }) => (
          <Text>
            {fresh.length > 0
              ? `The rules bring ${plural(fresh.length, 'new surcharge')}: ${money(sumOf(fresh))}. Each is pending until it is applied or waived. `
              : `No new surcharges for ${monthOf(period)}. `}
            {existing > 0 && `${plural(existing, 'was', 'were')} already created. `}
            {anew.length > 0 && `The orders of ${listed(anew, 40)} are blocked at once. `}
            {still.length > 0 && `The orders of ${listed(still, 40)} are blocked already, and stay so.`}
          </Text>
        )}
      </Asked>
    </Dialog>
  )
}

interface ChangeProps {
  deed: 'apply' | 'waive'
  charges: Surcharge[]
  onDone: () => void
  onClose: () => void
}

/** Applies or waives the selected surcharges, once it was said whom it concerns and what ends. */
export function ChangeDialog({ deed, charges, onDone, onClose }: ChangeProps) {
  // Those that were selected when it was opened, whatever becomes of them behind the dialog.
  const [those] = useState(charges)
  const [reason, setReason] = useState('')
  const money = useMoney()
  const isWaiver = deed === 'waive'
  const body = { ids: those.map(({ id }) => id), reason: reason.trim() || undefined }
  const sent = useDeed(
    () => api.POST(`/api/surcharges/${deed}`, { body }),
    ({ data }) => {
      onDone()
      const answer = data as Schemas['SurchargeResults']
      say(outcome(answer, isWaiver ? 'waived' : 'applied'), { color: answer.failed ? 'yellow' : 'green' })
    },
  )
  const doIt = `${isWaiver ? 'Waive' : 'Apply'} ${plural(those.length, 'surcharge')}`
  const sum = sumOf(those)
  const charged = sum > 0 ? those.filter(({ amount }) => amount) : those
  const sellers = charged.map(({ company_name }) => company_name)
  const blocks = those.filter(isBlock)

  return (
    <Dialog
      title={doIt}
      label={doIt}
      sent={sent}
      lacks={isWaiver && !reason.trim() && 'Say why.'}
      isGrave={isWaiver}
      onClose={onClose}
    >
      <Text>
        <b>
          {listed(sellers)}:{' '}
          {sum > 0 ? `${money(sum)} will ${isWaiver ? 'not ' : ''}be charged.` : 'nothing is charged.'}
        </b>{' '}
        {isWaiver ? 'That can’t be taken back.' : 'What is applied can still be waived.'}
      </Text>
      {!isWaiver && <Running months={those.map(({ period }) => period)} />}
      {blocks.length > 0 &&
        (isWaiver ? (
          <Freed blocks={blocks} />
        ) : (
          <Text>The orders of {listed(blocks.map(({ company_name }) => company_name))} stay blocked.</Text>
        ))}
      <Why
        description={those.length > 1 ? 'Kept with each surcharge.' : undefined}
        isOptional={!isWaiver}
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
    </Dialog>
  )
}

/** Warns of what hangs on facts that still come. */
function Running({ months }: { months: string[] }) {
  const { current_period } = useMe()
  return (
    months.includes(current_period) && (
      <Text c="var(--bad)">
        {monthOf(current_period)} is still running: what it is charged for may still change.
      </Text>
    )
  )
}

/** Whose orders may be shipped once these blocks are waived, and whose are blocked for other months as well. */
function Freed({ blocks }: { blocks: Surcharge[] }) {
  return (
    <Asked query={useQuery(surchargeList(BLOCKING))} rows={1}>
      {({ data, total }) => {
        const isOf = (some: Surcharge[]) => (one: Surcharge) =>
          some.some(({ seller_code }) => seller_code === one.seller_code)
        const others = data.filter((one) => isOf(blocks)(one) && !blocks.some(({ id }) => id === one.id))
        const freed = blocks.filter((one) => !isOf(others)(one))
        const names = listed(freed.map(({ company_name }) => company_name))
        const months = [...Map.groupBy(others, ({ seller_code }) => seller_code).values()].map(
          (those) =>
            `${those[0]?.company_name} stays blocked: it has other blocks, of ${listed(those.map(({ period }) => monthOf(period)))}`,
        )
        const unless =
          total > data.length
            ? 'suspended, terminated or blocked for another month'
            : 'suspended or terminated'
        return (
          <Text>
            {others.length > 0 && `${months.join('; ')}. `}
            {names && `The orders of ${names} may be shipped again, unless the seller is ${unless}.`}
          </Text>
        )
      }}
    </Asked>
  )
}

/** What came of it; where somebody else was first, that too. */
const outcome = ({ changed, unchanged, failed, data }: Schemas['SurchargeResults'], state: string) =>
  sentences(
    `${plural(changed, 'surcharge is', 'surcharges are')} ${state}.`,
    unchanged && `Somebody else was first with ${unchanged}.`,
    failed && `${failed} could not be changed: ${named(data.find(({ error }) => error)?.error ?? '')}.`,
  )
