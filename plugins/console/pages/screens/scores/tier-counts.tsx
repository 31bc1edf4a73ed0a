import type { TierCount } from '../../logic/finalize-summary.ts'
import { count } from '../../logic/format.ts'
import { TierBadge } from '../../parts/badges.tsx'

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
