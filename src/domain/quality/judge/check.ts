import type { Feed } from '../../../feeds/feed.ts'
import { METRICS } from '../../../scoring/metrics.ts'

export const LEVELS = ['warning', 'block'] as const
export type Level = (typeof LEVELS)[number]

/** What looks wrong with a month's data. What looks right has no finding. */
export interface Finding {
  /** The kind, and what it is of: `volume_drop:orders`. The same as long as the month looks so. */
  id: string
  level: Level
  /** What was found, and what was to be expected or is allowed at the most. */
  value: number
  expected: number | null
  /** The feed whose sellers it is about, and how these are told; null where `sellers` says it. */
  about: { feed: string; whose: 'all' | 'fewer' | 'more' | 'before' } | null
  /** How many sellers it is about, where that is known already. */
  sellers: number | null
  sentence: string
}

export const RESULTS = ['pass', 'warning', 'block'] as const
export type Result = (typeof RESULTS)[number]

/** The worst of what was found. */
export function resultOf(findings: readonly { level: Level }[]): Result {
  if (findings.some(({ level }) => level === 'block')) return 'block'
  return findings.length > 0 ? 'warning' : 'pass'
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
