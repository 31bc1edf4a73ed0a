import { Group, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { useDeed } from '../../ui/deed.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { monthOf } from '../../ui/format.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { suffixOf } from '../rules/data.ts'

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
  const sent = useDeed(
    () => api.POST('/api/backtests', { body: { draft_id, from, to, bonus_base } }),
    onClose,
  )
  const data = months.map((month) => ({ value: month, label: monthOf(month) }))
  const disorder = from > to ? 'Must not be before the first month.' : undefined
  return (
    <Dialog
      title="Try it on past months"
      label="Try it"
      sent={sent}
      lacks={months.length ? disorder : 'No month is over yet.'}
      onClose={onClose}
    >
      <Text>
        These months are scored twice: by the rules of today, and by these with the draft. Nothing else is
        written, and nobody is charged.
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
        description="Bonuses and penalties are percents of it"
        value={bonus_base}
        min={0}
        suffix={suffixOf(currency)}
        onChange={(value) => setBonus(Number(value))}
      />
    </Dialog>
  )
}
