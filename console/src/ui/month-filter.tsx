import { Select } from '@mantine/core'
import { useMe } from '../api/me.ts'
import { monthOf } from './format.ts'

interface MonthFilterProps {
  value?: string
  onChange: (period?: string) => void
}

/** Narrows a list to a month; without one it has all months. */
export function MonthFilter({ value, onChange }: MonthFilterProps) {
  const months = new Set([...useMe().periods.map(({ period }) => period), ...(value ? [value] : [])])
  return (
    <Select
      aria-label="Month"
      placeholder="All months"
      clearable
      data={[...months].map((period) => ({ value: period, label: monthOf(period) }))}
      value={value ?? null}
      onChange={(period) => onChange(period ?? undefined)}
      w={180}
    />
  )
}
