import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { APPEAL_IS_OPEN } from '../../src/domain/appeals/appeal-record.ts'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { isActive } from '../../src/domain/events/surcharge-record.ts'
import { EARNED, REVENUE_FIGURES, type RevenueFigures } from '../../src/domain/revenue/revenue-figures.ts'
import {
  COUNTED_SCORES,
  MEAN_TOTAL,
  RATED_COUNTS,
  STATUS_COUNTS,
  warnOfUnrated,
} from '../../src/domain/scores/counted-scores.ts'
import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import { KEPT_OF_M, type KeptOfSeller, mainReasons } from '../../src/domain/scores/reasons-of-scores.ts'
import { BLOCKED_SELLERS, blocksOf, isBlocked } from '../../src/domain/sellers/payment-block.ts'
import { inPortfolio } from '../../src/domain/sellers/scope.ts'
import { plainly } from '../../src/domain/words/plainly.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Id, Period } from '../../src/platform/schemas/schemas.ts'
import { type SurchargeGrounds, surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import type { TierRecord } from '../../src/scoring/tier.ts'
import { DashboardStats, type SellerOfMonth } from './schemas.ts'

export const getStats = endpoint('GET', '/api/dashboard/stats', 'dashboard.read', {
  config: { reads: 'sums' },
  operationId: 'getDashboardStats',
  summary: 'A month at a glance',
  description:
    'Scores count for the warehouse that the seller had as of the month; sellers, appeals and surcharges for the one it has now. An account manager sees the figures of the sellers that it looks after now.',
  querystring: Closed({
    period: Type.Optional(Period({ description: 'Default: the current month' })),
    warehouse_id: Type.Optional(Id({ description: 'Only sellers of this warehouse' })),
  }),
  response: { 200: DashboardStats },
})(async ({ server, scope, query }) => {
  const { db, env } = server
  const { period = runningPeriod(server), warehouse_id = null } = query
  const values = [period, warehouse_id, scope.am_id]
  const row = await db.one<StatsRow>(STATS, values, 'dashboard-stats')
  const { scored_tiers, revenue, top_improved, top_declined, lowest, urgent, ...figures } = row
  const { tiers } = await rulesOf(db, ['tiers'], period)
  const tier_distribution = tierDistribution(tiers, scored_tiers)
  const withReason = await reasonsFor(server, [...top_improved, ...top_declined, ...lowest, ...urgent])
  return {
    period,
    ...figures,
    tier_distribution,
    top_improved: top_improved.map((seller) => withReason(seller, 'risen')),
    top_declined: top_declined.map((seller) => withReason(seller, 'fallen')),
    lowest: lowest.map((seller) => withReason(seller)),
    urgent: urgent.map((seller) => withReason(seller, seller.sos_delta < 0 ? 'fallen' : 'costliest')),
    ...(revenue && { revenue: byTier(revenue, tier_distribution) }),
    currency: env.CURRENCY,
    ...warnOfUnrated(figures),
  }
})

/** Adds to each of these sellers why it is blocked, and what takes most of its points, or has moved most. */
async function reasonsFor({ db, env }: FastifyInstance, listed: ListedSeller[]) {
  const kept = new Map(listed.flatMap(({ kept }) => (kept ? [[kept.seller_id, kept]] : [])))
  const reasons = await mainReasons(db, [...kept.values()], env.CURRENCY)
  return (
    { kept, block, ...seller }: ListedSeller,
    which: 'costliest' | 'fallen' | 'risen' = 'costliest',
  ) => {
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

function byTier(
  { tiers, ...figures }: NonNullable<StatsRow['revenue']>,
  distribution: DashboardStats['tier_distribution'],
): DashboardStats['revenue'] {
  const by_tier = distribution.map(({ tier_name }) => ({ tier_name, amount: tiers[tier_name] ?? 0 }))
  return { ...figures, by_tier }
}

/** Every tier that the period's records have, and those that a score was given under earlier ones, highest first. */
export function tierDistribution(configured: readonly TierRecord[], scored: StatsRow['scored_tiers']) {
  const others = scored.filter(({ name }) => configured.every((tier) => tier.name !== name))
  const counts = new Map(scored.map(({ name, count }) => [name, count]))
  return [...configured, ...others]
    .sort((a, b) => b.rank - a.rank || a.name.localeCompare(b.name))
    .map(({ name, rank, color }) => ({ tier_name: name, count: counts.get(name) ?? 0, rank, color }))
}

/** A seller of a list, with what its reason is made of, null where nothing is kept of its score, and its newest block. */
type ListedSeller = Omit<SellerOfMonth, 'reason' | 'block_reason' | 'block_period'> & {
  kept: KeptOfSeller | null
  block: SurchargeGrounds | null
}

const LISTS = ['top_improved', 'top_declined', 'lowest', 'urgent'] as const
type List = (typeof LISTS)[number]

interface StatsRow
  extends Omit<DashboardStats, 'period' | 'tier_distribution' | 'revenue' | List>,
    Record<List, ListedSeller[]> {
  /** The tiers that scores of the period are in. */
  scored_tiers: { name: string; rank: number; color: string; count: number }[]
  /** With what each tier turned over, by its name; null where nobody turned over anything. */
  revenue: (RevenueFigures & { unscored: number; tiers: Record<string, number> }) | null
}

/** SQL: what counts of a warehouse, and of what an account manager sees; both are parameters, null for all. */
const OF_SCORE = `($2::int is null or warehouse_id = $2) and ${inPortfolio('seller_id', '$3')}`
const OF_SELLER =
  '($2::int is null or s.primary_warehouse_id = $2) and ($3::int is null or s.assigned_am_id = $3)'

/** So many of whom orders are blocked come before who fell more. */
const MOST_BLOCKED_FIRST = 3

/**
 * All figures of the dashboard but the tiers that nobody is in, of a period, a warehouse and an account manager. A total
 * moves by 100 at most, so who is blocked stands before who fell.
 */
export const STATS = `
  with counted as materialized (
    select seller_id, total_sos, is_rated, case when previous_rated then delta_sos else 0 end as moved, status,
           tier_name, tier_rank, tier_color, unrated_reason, unrated_metric
    from ${COUNTED_SCORES} m where period = $1 and ${OF_SCORE}
  ), rated as (
    select seller_id, total_sos, moved from counted where is_rated
  ), earned as materialized (
    select tier_name, tier_rank, is_rated, sum(amount) as amount from ${EARNED} e
    where ${OF_SCORE}
    group by tier_name, tier_rank, is_rated
  ), extreme as (
    (select 'top_improved' as list, -moved as place, seller_id from rated where moved > 0 order by 2, 3 limit 5)
    union all
    (select 'top_declined', moved, seller_id from rated where moved < 0 order by 2, 3 limit 5)
    union all
    (select 'lowest', total_sos, seller_id from rated order by 2, 3 limit 5)
    union all
    (select 'urgent', case when is_blocked and nth <= ${MOST_BLOCKED_FIRST} then moved - 200 else moved end, seller_id
     from (select u.*, row_number() over (partition by is_blocked order by moved, seller_id) as nth
           from (select rated.*, seller_id in (${BLOCKED_SELLERS}) as is_blocked from rated) u) u
     where is_blocked or moved < 0 order by 2, 3 limit 5)
  ), listed as (
    select x.list, json_agg(json_build_object(
             'seller_code', s.seller_code, 'company_name', s.company_name,
             'total_sos', m.total_sos, 'is_rated', m.is_rated, 'previous_sos', m.previous_sos, 'sos_delta', m.delta_sos,
             'tier', json_build_object('name', m.tier_name, 'color', m.tier_color, 'benefits', m.tier_benefits),
             'is_blocked', ${isBlocked('s')},
             'block', (${blocksOf('s')} limit 1),
             'totals', (
               select json_agg(json_build_object('period', h.period, 'total_sos', h.total_sos,
                                                  'is_rated', true) order by h.period)
               from (select period, total_sos from monthly_scores
                     where seller_id = m.seller_id and period <= $1 and is_rated
                     order by period desc limit 12) h),
             'kept', (${KEPT_OF_M})) order by x.place, x.seller_id) as sellers
    from extreme x
      join monthly_scores m on m.seller_id = x.seller_id and m.period = $1
      join sellers s on s.id = m.seller_id
    group by x.list
  )
  select
    (select count(*) from sellers s where s.status = 'active' and ${OF_SELLER}) as total_sellers,
    (select count(*) from counted) as scored_sellers,
    ${RATED_COUNTS},
    (select ${MEAN_TOTAL} from counted) as avg_sos,
    (select ${STATUS_COUNTS} from counted) as statuses,
    (select coalesce(jsonb_agg(t), '[]')
     from (select tier_name as name, max(tier_rank) as rank, max(tier_color) as color, count(*) as count
           from counted group by tier_name) t) as scored_tiers,
    (select case when count(*) > 0 then ${REVENUE_FIGURES} || jsonb_build_object(
              'unscored', coalesce(sum(amount) filter (where tier_name is null), 0),
              'tiers', (select coalesce(jsonb_object_agg(tier_name, amount), '{}') from (
                          select tier_name, sum(amount) as amount from earned
                          where tier_name is not null group by tier_name) t)) end
     from earned) as revenue,
    (select count(*) from appeals a join sellers s on s.id = a.seller_id
     where a.period = $1 and a.status = 'pending' and ${OF_SELLER}) as pending_appeals,
    (select count(*) from surcharges c join sellers s on s.id = c.seller_id
     where c.period = $1 and ${isActive('c')} and ${OF_SELLER}) as active_surcharges,
    (select json_build_object(
              'appeals_pending', count(*) filter (where a.status = 'pending'),
              'appeals_under_review', count(*) filter (where a.status = 'under_review'),
              'surcharges_pending', (
                select count(*) from surcharges c join sellers s on s.id = c.seller_id
                where c.period <= $1 and c.status = 'pending' and ${OF_SELLER}),
              'corrections', (select count(*) from corrections where status = 'proposed'),
              'drafts', (select count(*) from config_drafts where adopted_at is null and changes <> '[]'))
     from appeals a join sellers s on s.id = a.seller_id
     where a.period <= $1 and ${APPEAL_IS_OPEN} and ${OF_SELLER}) as waiting,
    ${LISTS.map((list) => `coalesce((select sellers from listed where list = '${list}'), '[]') as ${list}`).join(',\n    ')}`
