import type { Answer } from '../../api/types.ts'
import { addMonths } from '../format.ts'

export type FeedStatus = Answer<'GET', '/api/sync/status'>['data'][number]

const LEAST = 6
const MOST = 8

/** The months of the heat strip, oldest first: those with facts, at least six up to the current one, at most eight. */
export function stripMonths(feeds: Pick<FeedStatus, 'periods'>[], current: string): string[] {
  const known = feeds.flatMap(({ periods }) => periods.map(({ period }) => period)).sort()
  const last = latest(known.at(-1), current)
  const first = [known[0] ?? current, addMonths(current, 1 - LEAST)].sort()[0] as string
  const months: string[] = []
  for (let month = last; month >= first && months.length < MOST; month = addMonths(month, -1))
    months.unshift(month)
  return months
}

/**
 * Nobody's forecasts reach much further than the next month; a mistyped year must not push the present out of sight.
 */
const latest = (known: string | undefined, current: string) => {
  const furthest = addMonths(current, 1)
  return known === undefined || known < current ? current : known > furthest ? furthest : known
}

/** How dark a month of a feed is, 0 to 4: by its share of the feed's fullest month. */
export function heatOf(created: number, fullest: number): number {
  if (created <= 0 || fullest <= 0) return 0
  return Math.max(1, Math.ceil((4 * created) / fullest))
}

export const createdIn = ({ periods }: Pick<FeedStatus, 'periods'>, month: string) =>
  periods.find(({ period }) => period === month)?.created ?? 0

/** Whether a feed that has facts of earlier months has none of this one. */
export const isSilent = (feed: Pick<FeedStatus, 'periods'>, month: string) =>
  createdIn(feed, month) === 0 && feed.periods.some(({ period, created }) => period < month && created > 0)
