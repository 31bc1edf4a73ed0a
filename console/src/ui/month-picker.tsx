import { Button, Menu, Select, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarIcon, ChevronDownIcon } from 'lucide-react'
import { openIn, useMe } from '../api/me.ts'
import { monthOf, plural } from './format.ts'

/** The month of the page: that of the address, else the one that is shown first. */
export function usePeriod() {
  const { period } = useSearch({ strict: false }) as { period?: string }
  const { shown_period } = useMe()
  return period ?? shown_period
}

export function MonthPicker() {
  const period = usePeriod()
  const me = useMe()
  const navigate = useNavigate()
  const choose = (next: string) =>
    void navigate({
      to: '.',
      search: (was) => ({ ...was, period: next, page: undefined }),
      state: true,
    })
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button leftSection={<CalendarIcon size={16} />} rightSection={<ChevronDownIcon size={14} />}>
          {monthOf(period)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[...new Set([me.current_period, ...me.periods.map(({ period }) => period)])].map((period) => (
          <Menu.Item
            key={period}
            onClick={() => choose(period)}
            rightSection={
              <Text size="xs" c="dimmed">
                {stateOf(period)}
              </Text>
            }
          >
            {monthOf(period)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )

  function stateOf(period: string) {
    if (period === me.current_period) return 'running'
    const found = me.periods.find((one) => one.period === period)
    const open = found ? openIn(found) : 0
    return open ? plural(open, 'not final', 'not final') : 'final'
  }
}

/** Narrows a list to a month; without one it has all months. */
export function MonthFilter({ value, onChange }: { value?: string; onChange: (period?: string) => void }) {
  const months = new Set([...useMe().periods.map(({ period }) => period), ...(value ? [value] : [])])
  return (
    <Select
      aria-label="Month"
      placeholder="All months"
      clearable
      data={[...months].map((period) => ({ value: period, label: monthOf(period) }))}
      value={value ?? null}
      onChange={(period) => onChange(period ?? undefined)}
      flex="1 1 140px"
      maw={180}
    />
  )
}
