import { type DatedRecord, effectiveRecords } from './effective-records.ts'
import { addDays, firstDay, nextPeriod } from './month.ts'
import type { Rule } from './rules.ts'

/** The hours of helpdesk records that counted in months up to `to` (YYYY-MM), from the one after the set before on. */
export type HelpdeskBefore = { to: string; helpdesk: Hours[] }
type Hours = Pick<Rule<'helpdesk'>, 'category' | 'reply_hours' | 'resolve_hours'>

/**
 * The hours of the months before a period, oldest first, where they were others: a ticket keeps those of the month in
 * which it was opened, so that a change makes no due date vanish or come twice. Months before the first records have
 * those of the first; months from which no ticket falls due in the period are left out.
 */
export function helpdeskBefore(
  records: readonly DatedRecord<'helpdesk'>[],
  period: string,
): HelpdeskBefore[] {
  const changes = records.flatMap(({ effective_from, effective_to }) =>
    effective_to === null ? [effective_from] : [effective_from, nextPeriod(effective_to)],
  )
  const sets = [...new Set(changes)]
    .filter((from) => from <= period)
    .sort()
    .map((from) => ({
      from,
      helpdesk: effectiveRecords('helpdesk', records, from).map(hoursOf).sort(byCategory),
    }))
    .filter(({ helpdesk }) => helpdesk.some(({ category }) => category === '*'))
  const longest = longestHours(sets.flatMap(({ helpdesk }) => helpdesk))
  const first = monthOf(addDays(firstDay(period), -Math.ceil(longest / 24) - 1))
  return sets.flatMap(({ helpdesk }, n) => {
    const next = sets[n + 1]
    if (!next || JSON.stringify(next.helpdesk) === JSON.stringify(helpdesk)) return []
    const to = monthOf(addDays(firstDay(next.from), -1))
    return to < first ? [] : [{ to, helpdesk }]
  })
}

/** The most hours in which a reply or a resolution falls due. */
export const longestHours = (hours: readonly Hours[]): number =>
  Math.max(0, ...hours.flatMap(({ reply_hours, resolve_hours }) => [reply_hours, resolve_hours]))

const hoursOf = ({ category, reply_hours, resolve_hours }: Hours): Hours => ({
  category,
  reply_hours,
  resolve_hours,
})
const byCategory = (one: Hours, other: Hours) => (one.category < other.category ? -1 : 1)
const monthOf = (day: string) => day.slice(0, 7)
