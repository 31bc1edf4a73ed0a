import type { Feed } from '../../feeds/feed.ts'
import { METRICS } from '../../scoring/metrics.ts'
import type { Check } from './schemas.ts'

/** The sellers that a finding of a feed is about: with facts of the month, fewer or more than before, or before it. */
export type Whose = 'all' | 'fewer' | 'more' | 'before'

/**
 * What looks wrong with a month's data, and of what: `volume_drop:orders`. The id is the same as long as the month looks
 * so. What looks right has no finding.
 */
export interface Finding extends Omit<Check, 'sellers'> {
  sellers: number | Whose | null
}

const OF_FEED = [
  'feed_missing',
  'volume_drop',
  'missing_day',
  'stale_feed',
  'rejections',
  'control_total',
] as const
const OF_MONTH = ['month_not_over', 'silent_sellers', 'recalculate'] as const

/** The kinds of checks. */
export const CHECKS = [...OF_FEED, ...OF_MONTH, 'distribution'] as const
export type CheckKind = (typeof CHECKS)[number]
const DISTRIBUTIONS: string[] = ['total', ...METRICS.map(({ name }) => name)]

/** Whether a check of that id can exist at all, in this month or another. */
export function isCheckId(id: string, feeds: readonly Feed[]): boolean {
  if (OF_MONTH.some((one) => one === id)) return true
  const [kind, of = '', ...more] = id.split(':')
  if (more.length > 0) return false
  if (kind === 'distribution') return DISTRIBUTIONS.includes(of)
  return OF_FEED.some((one) => one === kind) && feeds.some(({ name }) => name === of)
}

/** The first of a list, and how many more there are. */
export function named(texts: readonly string[], most = 10): string {
  const [last] = texts.slice(-1)
  if (texts.length > most) return `${texts.slice(0, most).join(', ')} and ${texts.length - most} more`
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')} and ${last}` : (last ?? '')
}

/** How many are usual, or missing, as people read it. */
export const about = (count: number) => String(Math.round(count))

/** A number as people read it: at most two decimals. */
export const shown = (value: number) => String(Math.round(value * 100) / 100)
