import type { Ranked } from '../../src/statistics/ranking.ts'
import type { Pair } from './validity-queries.ts'

/** What pairs of months come to. It grows with the different totals and sellers, not with the months. */
export interface Tally {
  pairs: number
  failures: number
  left_out: number
  /** The sellers with a month that did not fail, and those with one that did. */
  good: Set<number>
  bad: Set<number>
  totals: Map<number, Ranked>
  /** By the name of the tier of the first month. */
  tiers: Map<string, { tier: string; rank: number; pairs: number; failures: number }>
}

export const createTally = (): Tally => ({
  ...{
    pairs: 0,
    failures: 0,
    left_out: 0,
    good: new Set(),
    bad: new Set(),
    totals: new Map(),
    tiers: new Map(),
  },
})

export function addPair(tally: Tally, { seller_id, total_sos: value, tier_name, tier_rank, failed }: Pair) {
  if (failed === null) {
    tally.left_out += 1
    return
  }
  const total = tally.totals.get(value) ?? { value, good: 0, bad: 0 }
  const tier = tally.tiers.get(tier_name) ?? { tier: tier_name, rank: tier_rank, pairs: 0, failures: 0 }
  const side = failed ? 'bad' : 'good'
  tally[side].add(seller_id)
  total[side] += 1
  for (const counts of [tally, tier]) {
    counts.pairs += 1
    counts.failures += Number(failed)
  }
  tally.totals.set(value, total)
  tally.tiers.set(tier_name, tier)
}
