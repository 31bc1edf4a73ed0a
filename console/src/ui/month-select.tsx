import { Select } from '@mantine/core'
import { monthOf } from './format.ts'

interface MonthSelectProps {
  value: string
  onChange: (period: string) => void
  months: string[]
}

/** From which month on a change counts. */
export const MonthSelect = ({ value, onChange, months }: MonthSelectProps) => (
  <Select
    label="First month"
    value={value}
    onChange={(next) => next && onChange(next)}
    data={months.map((month) => ({ value: month, label: monthOf(month) }))}
    allowDeselect={false}
    maw={280}
    data-autofocus
  />
)
