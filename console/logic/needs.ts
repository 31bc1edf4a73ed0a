/** A feed, as the service tells of its pushes. */
interface Feed {
  feed: string
  last_pushed_at: string | null
  periods: { period: string; created: number }[]
}

interface SilentFeed {
  feed: string
  /** Never pushed at all, nothing of the month, or nothing for long. */
  why: 'never' | 'month' | 'late'
  last: string | null
}

/** As the alert SosFeedSilent of docs/runbook.md has it. */
const LATE_MS = 26 * 3_600_000

/** The feeds that somebody should ask about: a month is not complete without them. */
export function silentFeeds(
  feeds: Feed[],
  period: string,
  isCurrent: boolean,
  now = Date.now(),
): SilentFeed[] {
  return feeds.flatMap(({ feed, last_pushed_at: last, periods }): SilentFeed[] => {
    if (last === null) return [{ feed, why: 'never', last }]
    const hasMonths = periods.length > 0
    if (hasMonths && !periods.some((one) => one.period === period && one.created > 0))
      return [{ feed, why: 'month', last }]
    return isCurrent && now - Date.parse(last) > LATE_MS ? [{ feed, why: 'late', last }] : []
  })
}

interface Month {
  period: string
  statuses: { draft: number; under_review: number; final: number } | null
}

/** The months that are over and not final, the oldest first, with how many scores are open. */
export const openMonths = (months: Month[], current: string) =>
  months
    .flatMap(({ period, statuses }) => {
      const open = statuses ? statuses.draft + statuses.under_review : 0
      return open > 0 && period < current ? [{ period, open }] : []
    })
    .sort((one, other) => one.period.localeCompare(other.period))
