import type { TierCount } from '../../logic/finalize-summary.ts'
import type { ScoreRow } from './columns.tsx'

/** How many of some scores are in each tier, the tier of most first. */
export function tiersOf(rows: ScoreRow[]): TierCount[] {
  const counts = new Map<string, TierCount>()
  for (const { tier } of rows) {
    const { count } = counts.get(tier.name) ?? { count: 0 }
    counts.set(tier.name, { name: tier.name, color: tier.color, count: count + 1 })
  }
  return [...counts.values()].sort((one, other) => other.count - one.count)
}
