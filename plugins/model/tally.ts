import type { Ranked, Sellers } from '../../src/statistics/ranking.ts'
import type { Pair } from './validity-queries.ts'

/** What pairs of months come to. It grows with the different totals and sellers, not with the months. */
export interface Tally {
  add(pairs: Pair[]): void
  pairs(): number
  failures(): number
  left_out(): number
  sellers: { all(): number; judged(): Sellers }
  ranked(): Ranked[]
  /** By the tier of the first month, highest first. */
  tiers(): { tier: string; pairs: number; failures: number }[]
}

export function createTally(): Tally {
  const totals = new Map<number, Ranked>()
  const tiers = new Map<string, { tier: string; rank: number; pairs: number; failures: number }>()
  const [good, bad] = [new Set<number>(), new Set<number>()]
  let [all, failed, left] = [0, 0, 0]
  return {
    add(pairs) {
      for (const { seller_id, total_sos: value, tier_name: tier, tier_rank: rank, failed: isBad } of pairs) {
        if (isBad === null) {
          left += 1
          continue
        }
        all += 1
        const total = totals.get(value) ?? { value, good: 0, bad: 0 }
        const ofTier = tiers.get(tier) ?? { tier, rank, pairs: 0, failures: 0 }
        ofTier.pairs += 1
        if (isBad) {
          failed += 1
          total.bad += 1
          ofTier.failures += 1
          bad.add(seller_id)
        } else {
          total.good += 1
          good.add(seller_id)
        }
        totals.set(value, total)
        tiers.set(tier, ofTier)
      }
    },
    pairs: () => all,
    failures: () => failed,
    left_out: () => left,
    sellers: {
      all: () => new Set([...good, ...bad]).size,
      judged: () => ({ good: good.size, bad: bad.size }),
    },
    ranked: () => [...totals.values()],
    tiers: () => [...tiers.values()].sort((a, b) => b.rank - a.rank).map(({ rank: _, ...tier }) => tier),
  }
}
