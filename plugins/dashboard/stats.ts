import type { FastifyInstance } from 'fastify'
import { periodOf } from '../../src/domain/business-time.ts'
import { explainerOf } from '../../src/domain/scores/explainer.ts'
import { costliestReasons } from '../../src/domain/scores/reasons-of-scores.ts'
import { warnOfUnrated } from '../../src/domain/scores/unrated.ts'
import { inBatches } from '../../src/platform/database/statements/in-batches.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { keptSums } from './kept-sums.ts'
import { type ListedSeller, readStats, type StatsFilter, type StatsRow, versionsOfStats } from './queries.ts'
import type { DashboardStats, statsRoute } from './schemas.ts'
import { tierDistribution } from './tier-distribution.ts'

/** How many answers a process keeps, of some kilobytes each: a month's for each warehouse and account manager. */
const MOST_KEPT = 500

type Stats = Handler<typeof statsRoute>

/** Answers a month's figures. */
export function statsReader(app: FastifyInstance): Stats {
  const { db, env, clock } = app
  const findVersion = inBatches(db.quick, (periods: string[]) => versionsOfStats(db.quick, periods))

  async function sumUp(filter: StatsFilter): Promise<{ version: string | null; answer: DashboardStats }> {
    const { version, scored_tiers, tier_records, revenue, top_improved, top_declined, lowest, ...figures } =
      await readStats(db, filter)
    const tier_distribution = tierDistribution(filter.period, tier_records, scored_tiers)
    const withReasons = await reasonsFor([...top_improved, ...top_declined, ...lowest])
    const answer = {
      period: filter.period,
      ...figures,
      tier_distribution,
      top_improved: top_improved.map(withReasons),
      top_declined: top_declined.map(withReasons),
      lowest: lowest.map(withReasons),
      ...(revenue && { revenue: byTier(revenue, tier_distribution) }),
      currency: env.CURRENCY,
      ...warnOfUnrated(figures),
    }
    return { version, answer }
  }

  /** Adds to each of these sellers what takes most of its points. */
  async function reasonsFor(listed: ListedSeller[]) {
    const kept = new Map(listed.flatMap(({ kept }) => (kept ? [[kept.seller_id, kept]] : [])))
    const reasons = await costliestReasons(db, explainerOf(db), [...kept.values()], env.CURRENCY)
    return ({ kept, ...seller }: ListedSeller) => ({
      ...seller,
      reason: (kept && reasons.get(kept.seller_id)) ?? null,
    })
  }

  return keptSums<DashboardStats, Parameters<Stats>[0]>(app, MOST_KEPT, async ({ scope, query }) => {
    const { period = periodOf(clock.now(), env.BUSINESS_TIMEZONE), warehouse_id = null } = query
    const filter = { period, warehouse_id, am_id: scope.am_id }
    return {
      key: JSON.stringify(filter),
      version: (await findVersion(period)) ?? null,
      sumUp: () => sumUp(filter),
    }
  })
}

/** The revenue of a month with that of each tier of its distribution. */
function byTier(
  { tiers, ...figures }: NonNullable<StatsRow['revenue']>,
  distribution: DashboardStats['tier_distribution'],
): DashboardStats['revenue'] {
  const by_tier = distribution.map(({ tier_name }) => ({ tier_name, amount: tiers[tier_name] ?? 0 }))
  return { ...figures, by_tier }
}
