import type { Finding } from './check.ts'
import { datesOf, type MonthFacts } from './month-facts.ts'

/** A month of which days are to come: made final today, it would stay without them. */
export function monthNotOver({
  period,
  is_over,
  today,
}: Pick<MonthFacts, 'period' | 'is_over' | 'today'>): Finding[] {
  if (is_over) return []
  const left = datesOf(period).filter((day) => day >= today).length
  return [
    {
      id: 'month_not_over',
      level: 'block',
      value: left,
      expected: 0,
      about: null,
      sellers: null,
      sentence: `${period} is not over: ${left === 1 ? 'one day' : `${left} days`} of it ${left === 1 ? 'is' : 'are'} not complete.`,
    },
  ]
}
