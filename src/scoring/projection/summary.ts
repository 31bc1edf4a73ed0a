import type { Tiers } from '../tier.ts'

/** The score of one draw. */
export type DrawnScore = { total: number; tier: string; is_rated: boolean }

export type Projection = {
  /** The mean total of the rated draws, or of all when none is rated; two decimals */
  expected_total: number
  /** At most one draw in ten is below, and one in ten above; what is expected lies between */
  low: number
  high: number
  /** All tiers, highest first, the unrated one last; the probabilities add up to 1 */
  tiers: { name: string; probability: number }[]
  draws: number
}

/** What draws of a month's end come to, for one at least. */
export function summarizeDraws(tiers: Tiers, drawn: readonly DrawnScore[]): Projection {
  const rated = drawn.filter(({ is_rated }) => is_rated)
  const totals = (rated.length > 0 ? rated : drawn).map(({ total }) => total).sort((a, b) => a - b)
  const hundredths = totals.reduce((sum, total) => sum + Math.round(total * 100), 0)
  const share = (name: string) => drawn.filter(({ tier }) => tier === name).length / drawn.length
  const expected_total = Math.round(hundredths / totals.length) / 100
  return {
    expected_total,
    low: Math.min(quantile(totals, 0.1), expected_total),
    high: Math.max(quantile(totals, 0.9), expected_total),
    tiers: [...tiers.rated, tiers.unrated].map(({ name }) => ({ name, probability: share(name) })),
    draws: drawn.length,
  }
}

/** The total that this share of the totals, rounded up, does not pass (nearest rank). */
const quantile = (totals: readonly number[], share: number) =>
  totals[Math.max(Math.ceil(share * totals.length) - 1, 0)] ?? 0

/**
 * How likely a rated score comes out in a lower tier than that of a rank. A month without enough data is no lower tier.
 */
export function chanceBelow(
  tiers: Tiers,
  { tiers: chances }: Pick<Projection, 'tiers'>,
  rank: number,
): number {
  const lower = new Set(tiers.rated.filter((tier) => tier.rank < rank).map(({ name }) => name))
  const below = chances.filter(({ name }) => lower.has(name))
  return Math.round(below.reduce((sum, { probability }) => sum + probability, 0) * 1e6) / 1e6
}
