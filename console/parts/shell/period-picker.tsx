import { useLocation } from 'preact-iso/router'
import { addMonths, month } from '../../logic/format.ts'
import { IconButton } from '../button.tsx'
import { useMe, usePeriod } from '../me.ts'

/** The month that the pages are about: the one before, the next, or any that has scores. */
export function PeriodPicker() {
  const { path, query, route } = useLocation()
  const { current_period, periods } = useMe()
  const period = usePeriod()
  const known = [...new Set([current_period, period, ...periods.map((one) => one.period)])].sort().reverse()
  function go(to: string) {
    const { page: _, ...rest } = query
    route(`${path}?${new URLSearchParams({ ...rest, period: to })}`)
  }
  return (
    <div class="period-picker">
      <IconButton icon="left" label="Previous month" onClick={() => go(addMonths(period, -1))} />
      <select aria-label="Period" value={period} onChange={(event) => go(event.currentTarget.value)}>
        {known.map((one) => (
          <option key={one} value={one}>
            {month(one)}
          </option>
        ))}
      </select>
      <IconButton
        icon="right"
        label="Next month"
        disabled={period >= current_period}
        onClick={() => go(addMonths(period, 1))}
      />
    </div>
  )
}
