import { useLocation } from 'preact-iso/router'
import { addMonths, month } from '../logic/format.ts'
import { common } from '../words/common.ts'
import { Icon } from './icon.tsx'
import { useMe, usePeriod } from './me.ts'

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
      <button
        type="button"
        class="icon-button"
        aria-label={common.previousMonth}
        onClick={() => go(addMonths(period, -1))}
      >
        <Icon name="left" />
      </button>
      <select aria-label={common.period} value={period} onChange={(event) => go(event.currentTarget.value)}>
        {known.map((one) => (
          <option key={one} value={one}>
            {month(one)}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="icon-button"
        aria-label={common.nextMonth}
        disabled={period >= current_period}
        onClick={() => go(addMonths(period, 1))}
      >
        <Icon name="right" />
      </button>
    </div>
  )
}
