import type { TierCount } from '../../logic/finalize-summary.ts'
import { count } from '../../logic/format.ts'
import { TierBadge } from '../../parts/badges.tsx'
import type { ScoreRow } from './columns.tsx'

/** Tiers with how many scores are in each. */
export const TierCounts = ({ tiers }: { tiers: TierCount[] }) => (
  <ul class="tier-counts">
    {tiers.map((tier) => (
      <li key={tier.name}>
        <TierBadge tier={tier} />
        <span class="tabular">{count(tier.count)}</span>
      </li>
    ))}
  </ul>
)

/** How many of some scores are in each tier, the tier of most first. */
export function tiersOf(rows: ScoreRow[]): TierCount[] {
  const counts = new Map<string, TierCount>()
  for (const { tier } of rows) {
    const { count } = counts.get(tier.name) ?? { count: 0 }
    counts.set(tier.name, { name: tier.name, color: tier.color, count: count + 1 })
  }
  return [...counts.values()].sort((one, other) => other.count - one.count)
}
