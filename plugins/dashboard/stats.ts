import type { FastifyInstance } from 'fastify'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { explainerOf } from '../../src/domain/scores/explainer.ts'
import { mainReasons } from '../../src/domain/scores/reasons-of-scores.ts'
import { warnOfUnrated } from '../../src/domain/scores/unrated.ts'
import { plainly } from '../../src/domain/words/plainly.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import { type ListedSeller, readStats, type StatsRow } from './queries.ts'
import type { DashboardStats, statsRoute } from './schemas.ts'
import { tierDistribution } from './tier-distribution.ts'

/** Answers a month's figures. */
export const getStats: Handler<typeof statsRoute> = async ({ server, scope, query }) => {
  const { db, env } = server
  const { period = runningPeriod(server), warehouse_id = null } = query
  const { scored_tiers, tier_records, revenue, top_improved, top_declined, lowest, urgent, ...figures } =
    await readStats(db, { period, warehouse_id, am_id: scope.am_id })
  const tier_distribution = tierDistribution(period, tier_records, scored_tiers)
  const withReason = await reasonsFor(server, [...top_improved, ...top_declined, ...lowest, ...urgent])
  return {
    period,
    ...figures,
    tier_distribution,
    top_improved: top_improved.map((seller) => withReason(seller)),
    top_declined: top_declined.map((seller) => withReason(seller, 'fallen')),
    lowest: lowest.map((seller) => withReason(seller)),
    urgent: urgent.map((seller) => withReason(seller, seller.sos_delta < 0 ? 'fallen' : 'costliest')),
    ...(revenue && { revenue: byTier(revenue, tier_distribution) }),
    currency: env.CURRENCY,
    ...warnOfUnrated(figures),
  }
}

/** Adds to each of these sellers why it is blocked, and what takes most of its points, or has fallen most. */
async function reasonsFor({ db, env }: FastifyInstance, listed: ListedSeller[]) {
  const kept = new Map(listed.flatMap(({ kept }) => (kept ? [[kept.seller_id, kept]] : [])))
  const reasons = await mainReasons(db, explainerOf(db), [...kept.values()], env.CURRENCY)
  return ({ kept, block, ...seller }: ListedSeller, which: 'costliest' | 'fallen' = 'costliest') => {
    const found = kept && reasons.get(kept.seller_id)
    const block_reason = block && plainly(surchargeReason(block), env.CURRENCY)
    return {
      ...seller,
      block_reason,
      block_period: block?.period ?? null,
      reason: found?.[which] ?? found?.costliest ?? null,
    }
  }
}

/** The revenue of a month with that of each tier of its distribution. */
function byTier(
  { tiers, ...figures }: NonNullable<StatsRow['revenue']>,
  distribution: DashboardStats['tier_distribution'],
): DashboardStats['revenue'] {
  const by_tier = distribution.map(({ tier_name }) => ({ tier_name, amount: tiers[tier_name] ?? 0 }))
  return { ...figures, by_tier }
}
