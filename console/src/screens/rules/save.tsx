import { Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { say, useDeed } from '../../ui/deed.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { monthOf, plural } from '../../ui/format.ts'
import { MonthSelect } from '../../ui/month-select.tsx'
import {
  acceptOf,
  type Change,
  isPreviewed,
  listAt,
  monthsAfter,
  moves,
  oneAt,
  preview,
  type Rule,
  since,
} from './data.ts'

interface SaveDialogProps {
  rule?: Rule
  version?: string
  change: Change
  onClose: () => void
}

/** Makes a change count without a draft: from a month on, or in all months of the rule. */
export function SaveDialog({ rule, version, change, onClose }: SaveDialogProps) {
  const { type, fields } = change
  const { current_period, periods } = useMe()
  const navigate = useNavigate()
  const months = monthsAfter(current_period, 12)
  const [from, setFrom] = useState(months[1] ?? current_period)
  const [isLater, setLater] = useState(true)
  const effect = useQuery({ ...preview(current_period, change), enabled: isPreviewed(type) }).data
  const sent = useDeed(
    async () => {
      const accept = acceptOf(sent.error)
      if (isLater || !rule) {
        const body = { ...fields, effective_from: from, ...accept } as never
        return (await api.POST(listAt(type), { body })).data?.id
      }
      const params = { path: { id: rule.id }, header: { 'If-Match': version } }
      await api.PUT(oneAt(type), { params, body: { ...fields, ...accept } as never })
      return rule.id
    },
    (id) => {
      say('Saved. It counts whenever such a month is calculated.')
      onClose()
      return navigate({ to: '/rules/$type/$id', params: { type, id: String(id) }, search: {} })
    },
  )
  const label = isLater ? `Let it count from ${monthOf(from)}` : 'Let it count in all months'
  return (
    <Dialog
      title="Save as a version, without a draft"
      label={acceptOf(sent.error) ? 'Save it all the same' : label}
      sent={sent}
      onSubmit={sent.mutate}
      onClose={onClose}
    >
      <Text>
        Nobody tries or signs it: every active seller is scored by it the next time such a month is
        calculated. Final scores stay as they are.
      </Text>
      {effect && (
        <Text fw={600} c="var(--strong)">
          By the facts of {monthOf(effect.period)}, {plural(moves(effect.migration).total, 'seller')} of{' '}
          {effect.sellers} would change tier.
        </Text>
      )}
      <Radio.Group
        value={isLater ? 'later' : 'all'}
        onChange={(how) => setLater(how === 'later')}
        label="It counts"
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="later"
            label="From a month on; months before keep the rule as it was"
            data-autofocus
          />
          {rule && (
            <Radio
              value="all"
              label={`In all months of the rule, ${since(rule.effective_from, periods).toLowerCase()}`}
            />
          )}
        </Stack>
      </Radio.Group>
      {isLater && <MonthSelect value={from} onChange={setFrom} months={months} />}
    </Dialog>
  )
}
