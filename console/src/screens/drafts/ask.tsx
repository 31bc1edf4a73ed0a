import { Group, NumberInput, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { $api, refresh } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { monthOf } from '../../ui/format.ts'
import type { Draft } from './data.ts'

/** Asks for a backtest: on which months, and what a bonus is of. */
export function AskDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { periods, current_period, currency } = useMe()
  const months = periods
    .map(({ period }) => period)
    .filter((period) => period < current_period)
    .toSorted()
  const [from, setFrom] = useState(months.at(-3) ?? months[0])
  const [to, setTo] = useState(months.at(-1))
  const [bonus, setBonus] = useState(1000)
  const sent = $api.useMutation('post', '/api/backtests', {
    onSuccess: async () => {
      await refresh()
      onClose()
    },
  })
  const data = months.map((month) => ({ value: month, label: monthOf(month) }))
  const lacks =
    !from || !to ? 'No month is over yet.' : from > to ? 'The first month lies after the last.' : undefined
  return (
    <Dialog
      title="Try it on past months"
      label="Try it"
      sent={sent}
      lacks={lacks}
      onSubmit={() =>
        from && to && sent.mutate({ body: { draft_id: draft.id, from, to, bonus_base: bonus } })
      }
      onClose={onClose}
    >
      <Text>
        These months are scored twice: by the rules of today, and by these with the draft. Nothing else is
        written, and nobody is charged.
      </Text>
      <Group grow>
        <Select label="First month" data={data} value={from} onChange={(next) => next && setFrom(next)} />
        <Select label="Last month" data={data} value={to} onChange={(next) => next && setTo(next)} />
      </Group>
      <NumberInput
        label="Full bonus of an account manager"
        description="Bonuses and penalties are percents of it"
        value={bonus}
        min={0}
        thousandSeparator=","
        suffix={currency ? ` ${currency}` : undefined}
        hideControls
        onChange={(value) => setBonus(Number(value))}
      />
    </Dialog>
  )
}
