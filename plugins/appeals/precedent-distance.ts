import type { Points } from './precedent-queries.ts'

/** How far an unknown is from everything. */
const FARTHEST = 100

/** What two appeals are compared by. */
export type Compared = { raw_before: number; points: Points | null }

/**
 * How far the scores behind two appeals of one component lie apart, 0 (alike) to 200: the difference of the raws before
 * the decision, plus the mean difference of the points of its metrics. Points, and not values, because percent, days
 * and weeks can't be added. A metric with points on one side alone differs by 100, and so do scores of which no
 * explanation is kept; metrics that are N/A on both sides don't count.
 */
export const distanceOf = (one: Compared, other: Compared): number =>
  Math.abs(one.raw_before - other.raw_before) + differenceOf(one.points, other.points)

function differenceOf(one: Points | null, other: Points | null): number {
  if (!one || !other) return FARTHEST
  const differences = [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((metric) => {
    const [a, b] = [one[metric] ?? null, other[metric] ?? null]
    if (a === null && b === null) return []
    return [a === null || b === null ? FARTHEST : Math.abs(a - b)]
  })
  return differences.reduce((sum, difference) => sum + difference, 0) / Math.max(differences.length, 1)
}

/**
 * Appeals for the same reason first, each by their distance, then the order given.
 */
export const byNearness = (
  a: { same_reason: boolean; distance: number },
  b: { same_reason: boolean; distance: number },
): number => Number(b.same_reason) - Number(a.same_reason) || a.distance - b.distance
