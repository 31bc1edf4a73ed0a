import { EARNED, REVENUE_FIGURES, type RevenueFigures } from '../../src/domain/revenue/revenue-figures.ts'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { DatedRecord } from '../../src/scoring/effective-records.ts'
import type { DashboardStats } from './schemas.ts'

/** The figures of a period, with what the tier distribution is made of. */
export interface StatsRow extends Omit<DashboardStats, 'period' | 'tier_distribution' | 'revenue'> {
  /** What versionsOfStats answers while the figures are these. */
  version: string | null
  /** The tiers that scores of the period are in. */
  scored_tiers: { name: string; rank: number; count: number }[]
  /** With what each tier turned over, by its name; null where nobody turned over anything. */
  revenue: (RevenueFigures & { unscored: number; tiers: Record<string, number> }) | null
  /** All active tier records, of whatever months. */
  tier_records: DatedRecord<'tiers'>[]
}

export interface StatsFilter {
  period: string
  warehouse_id: number | null
  am_id: number | null
}

/** The statement whose text is the version of a month's figures: null where changes are not noted (docs/scale.md). */
const versionOf = (period: '$1' | 'asked.period') => `
  select case when count(*) = count(token) then coalesce(bit_xor(token), 0)::text end as version
  from dashboard_changes where period in (${period}, '')`

/**
 * All figures of the dashboard in one statement, of a period, a warehouse and an account manager, with the version
 * that they have. A month is read twice: for what is counted and added up, and for those that have moved.
 */
export const STATS = `
  with part as materialized (
    select tier_name, max(tier_rank) as tier_rank, is_rated, unrated_reason, unrated_metric,
           count(*) as scores, sum(total_sos) as total_sos
    from ${COUNTED_SCORES} m
    where period = $1 and ($2::int is null or warehouse_id = $2) and ($3::int is null or am_id = $3)
    group by tier_name, is_rated, unrated_reason, unrated_metric
  ), moved as materialized (
    select seller_id, delta_sos from ${COUNTED_SCORES} m
    where period = $1 and ($2::int is null or warehouse_id = $2) and ($3::int is null or am_id = $3)
      and is_rated and previous_rated and delta_sos <> 0
  ), earned as materialized (
    select tier_name, tier_rank, is_rated, sum(amount) as amount from ${EARNED} e
    where ($2::int is null or warehouse_id = $2) and ($3::int is null or am_id = $3)
    group by tier_name, tier_rank, is_rated
  ), mover as (
    select m.delta_sos, m.seller_id, jsonb_build_object(
             'seller_code', seller_code, 'company_name', company_name,
             'total_sos', total_sos, 'is_rated', is_rated, 'previous_sos', previous_sos, 'sos_delta', m.delta_sos,
             'tier', jsonb_build_object('name', tier_name, 'color', tier_color, 'benefits', tier_benefits)) as shown
    from (
      (select seller_id from moved where delta_sos > 0 order by delta_sos desc, seller_id limit 5)
      union all
      (select seller_id from moved where delta_sos < 0 order by delta_sos, seller_id limit 5)
    ) extreme
      join monthly_scores m on m.seller_id = extreme.seller_id and m.period = $1
      join sellers s on s.id = m.seller_id
  )
  select
    (${versionOf('$1')}) as version,
    (select count(*) from sellers
     where status = 'active'
       and ($2::int is null or primary_warehouse_id = $2) and ($3::int is null or assigned_am_id = $3)) as total_sellers,
    (select coalesce(sum(scores), 0)::bigint from part) as scored_sellers,
    (select coalesce(sum(scores), 0)::bigint from part where is_rated) as rated,
    (select coalesce(sum(scores), 0)::bigint from part where not is_rated) as unrated,
    (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'metric', metric, 'sellers', sellers)
                               order by sellers desc, reason), '[]')
     from (select unrated_reason as reason, unrated_metric as metric, sum(scores) as sellers
           from part where unrated_reason is not null group by 1, 2) r) as unrated_reasons,
    (select round(sum(total_sos) / sum(scores), 2) from part where is_rated) as avg_sos,
    (select coalesce(jsonb_agg(jsonb_build_object('name', tier_name, 'rank', rank, 'count', count)), '[]')
     from (select tier_name, max(tier_rank) as rank, sum(scores) as count from part group by tier_name) t) as scored_tiers,
    (select case when count(*) > 0 then ${REVENUE_FIGURES} || jsonb_build_object(
              'unscored', coalesce(sum(amount) filter (where tier_name is null), 0),
              'tiers', (select coalesce(jsonb_object_agg(tier_name, amount), '{}') from (
                          select tier_name, sum(amount) as amount from earned
                          where tier_name is not null group by tier_name) t)) end
     from earned) as revenue,
    (select coalesce(jsonb_agg(fields || jsonb_build_object(
              'id', id, 'version', version, 'is_active', is_active,
              'effective_from', effective_from, 'effective_to', effective_to)), '[]')
     from config_records where type = 'tiers' and is_active) as tier_records,
    (select count(*) from appeals a join sellers s on s.id = a.seller_id
     where a.period = $1 and a.status = 'pending'
       and ($2::int is null or s.primary_warehouse_id = $2) and ($3::int is null or s.assigned_am_id = $3)
    ) as pending_appeals,
    (select count(*) from surcharges c join sellers s on s.id = c.seller_id
     where c.period = $1 and c.status in ('pending', 'applied')
       and ($2::int is null or s.primary_warehouse_id = $2) and ($3::int is null or s.assigned_am_id = $3)
    ) as active_surcharges,
    (select coalesce(jsonb_agg(shown order by delta_sos desc, seller_id), '[]')
     from mover where delta_sos > 0) as top_improved,
    (select coalesce(jsonb_agg(shown order by delta_sos, seller_id), '[]')
     from mover where delta_sos < 0) as top_declined`

export const readStats = (db: Sql, { period, warehouse_id, am_id }: StatsFilter): Promise<StatsRow> =>
  db.one<StatsRow>(STATS, [period, warehouse_id, am_id], 'dashboard-stats')

const VERSIONS = `
  select asked.period, (${versionOf('asked.period')}) as version from unnest($1::text[]) as asked(period)`

/** The versions of the figures of months as they are now: two of the same version are the same. */
export async function versionsOfStats(db: Sql, periods: string[]): Promise<Map<string, string | null>> {
  const rows = await db.rows<{ period: string; version: string | null }>(
    VERSIONS,
    [periods],
    'dashboard-versions',
  )
  return new Map(rows.map(({ period, version }) => [period, version]))
}
