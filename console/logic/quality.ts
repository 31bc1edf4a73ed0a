import type { Answer } from '../api/types.ts'

export type Quality = Answer<'GET', '/api/sos/monthly/quality'>
export type Check = Quality['checks'][number]

/** A check by its id, `missing_day:orders`: what is wrong, and the feed or the metric that it is of. */
export function partsOf({ id }: Pick<Check, 'id'>): { kind: string; of: string } {
  const [kind = '', of = ''] = id.split(':')
  return { kind, of }
}

const OF_FEED = ['feed_missing', 'volume_drop', 'missing_day', 'stale_feed', 'rejections', 'control_total']

/** The feed that a check is of; '' for the other checks. */
export function feedOf(check: Pick<Check, 'id'>): string {
  const { kind, of } = partsOf(check)
  return OF_FEED.includes(kind) ? of : ''
}

/** Where the facts behind a check are looked at; undefined where no page has them. */
export function pageOf(check: Pick<Check, 'id'>): string | undefined {
  const feed = feedOf(check)
  if (feed) return partsOf(check).kind === 'rejections' ? `/feeds/rejections?feed=${feed}` : `/feeds/${feed}`
  return check.id === 'silent_sellers' ? '/scores?tier=Unrated' : undefined
}

/** Whether a check counts facts that should be there. */
export const countsFacts = ({ id, expected }: Pick<Check, 'id' | 'expected'>) =>
  expected !== null &&
  ['feed_missing', 'volume_drop', 'missing_day', 'control_total'].includes(partsOf({ id }).kind)

/** How many facts of those that should be there are missing; 0 where none is, or a check counts none. */
export const missingOf = (check: Pick<Check, 'id' | 'value' | 'expected'>): number =>
  countsFacts(check) ? Math.max(0, (check.expected ?? 0) - check.value) : 0

/** The ids of what blocks: each must be accepted before the month is finalized. */
export const blockingOf = (quality: Pick<Quality, 'checks'> | undefined): string[] =>
  (quality?.checks ?? []).filter(({ level }) => level === 'block').map(({ id }) => id)

/**
 * The ids of what the service takes as accepted, with a reason: what blocks, and what only warns where it is judged.
 * One score alone is judged under a gate that blocks.
 */
export const acceptableOf = (quality: Pick<Quality, 'checks' | 'gate'> | undefined, isMonth: boolean) =>
  quality?.gate === 'block' || (quality?.gate === 'warn' && isMonth)
    ? quality.checks.map(({ id }) => id)
    : blockingOf(quality)

/** How many block and how many only warn. */
export function countsOf({ checks }: Pick<Quality, 'checks'>) {
  const blocks = checks.filter(({ level }) => level === 'block').length
  return { blocks, warns: checks.length - blocks }
}
