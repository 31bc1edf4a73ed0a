import { Radio, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, refresh } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { monthOf, plural } from '../../ui/format.ts'
import { MonthSelect } from '../../ui/month-select.tsx'
import { type Change, isPreviewed, type Kind, listAt, oneAt, preview, type Rule, since } from './data.ts'
import { acceptOf, monthsAfter } from './months.ts'

interface SaveDialogProps {
  kind: Kind
  rule?: Rule
  version?: string
  change: Change
  onClose: () => void
}

/** Makes a change count without a draft: from a month on, or in all months of the rule. */
export function SaveDialog({ kind: { type }, rule, version, change, onClose }: SaveDialogProps) {
  const { current_period, periods } = useMe()
  const navigate = useNavigate()
  const months = monthsAfter(current_period, 12)
  const [from, setFrom] = useState(months[1] ?? current_period)
  const [how, setHow] = useState<'later' | 'all'>('later')
  const effect = useQuery({ ...preview(current_period, change), enabled: isPreviewed(type) }).data
  const moving = effect?.migration
    .filter((one) => one.from !== one.to)
    .reduce((sum, { count }) => sum + count, 0)
  const sent = useMutation({
    mutationFn: async () => {
      const accept = acceptOf(sent.error)
      if (how === 'later' || !rule) {
        const body = { ...change.fields, effective_from: from, ...accept } as never
        return (await api.POST(listAt(type), { body })).data?.id
      }
      const params = { path: { id: rule.id }, header: { 'If-Match': version } }
      await api.PUT(oneAt(type), { params, body: { ...change.fields, ...accept } as never })
      return rule.id
    },
    onSuccess: async (id) => {
      await refresh()
      notifications.show({ color: 'green', message: 'Saved. It counts whenever such a month is calculated.' })
      onClose()
      void navigate({ to: '/rules/$type/$id', params: { type, id: String(id) }, search: {} })
    },
  })
  const begin = rule && since(rule.effective_from, periods).toLowerCase()
  return (
    <Dialog
      title="Save as a version, without a draft"
      label={
        acceptOf(sent.error)
          ? 'Save it all the same'
          : how === 'later'
            ? `Let it count from ${monthOf(from)}`
            : 'Let it count in all months'
      }
      sent={sent}
      onSubmit={sent.mutate}
      onClose={onClose}
    >
      <Text>
        Nobody tries or signs it: every active seller is scored by it the next time such a month is
        calculated. Final scores stay as they are.
      </Text>
      {moving !== undefined && effect && (
        <Text fw={600} c="var(--strong)">
          By the facts of {monthOf(effect.period)}, {plural(moving, 'seller')} of {effect.sellers} would
          change tier.
        </Text>
      )}
      <Radio.Group value={how} onChange={(next) => setHow(next as typeof how)} label="It counts">
        <Stack gap="xs" mt="xs">
          <Radio
            value="later"
            label="From a month on; months before keep the rule as it was"
            data-autofocus
          />
          {rule && <Radio value="all" label={`In all months of the rule, ${begin}`} />}
        </Stack>
      </Radio.Group>
      {how === 'later' && <MonthSelect value={from} onChange={setFrom} months={months} />}
    </Dialog>
  )
}
