import type { Sql } from '../../src/platform/database/database.ts'
import type { DatedRecord } from '../../src/scoring/effective-records.ts'
import type { DashboardStats } from './schemas.ts'

/** The figures of a period, with what the tier distribution is made of. */
export interface StatsRow extends Omit<DashboardStats, 'period' | 'tier_distribution'> {
  /** The tiers that scores of the period are in. */
  scored_tiers: { name: string; rank: number; count: number }[]
  /** All active tier records, of whatever months. */
  tier_records: DatedRecord<'tiers'>[]
}

export interface StatsFilter {
  period: string
  warehouse_id: number | null
  am_id: number | null
}

/** All figures of the dashboard in one statement, of a period, a warehouse and an account manager. */
export const STATS = `
  with score as (
    select seller_id, total_sos, previous_sos, delta_sos, is_rated, is_rated and previous_rated as is_comparable,
           unrated_reason, unrated_metric, tier_name, tier_rank, tier_color, tier_benefits
    from monthly_scores
    where period = $1 and ($2::int is null or warehouse_id = $2) and ($3::int is null or am_id = $3)
  ), seller as (
    select id, status from sellers
    where ($2::int is null or primary_warehouse_id = $2) and ($3::int is null or assigned_am_id = $3)
  ), mover as (
    select delta_sos, seller_id, jsonb_build_object(
             'seller_code', seller_code, 'company_name', company_name,
             'total_sos', total_sos, 'previous_sos', previous_sos, 'sos_delta', delta_sos,
             'tier', jsonb_build_object('name', tier_name, 'color', tier_color, 'benefits', tier_benefits)) as shown
    from (
      (select * from score where is_comparable and delta_sos > 0 order by delta_sos desc, seller_id limit 5)
      union all
      (select * from score where is_comparable and delta_sos < 0 order by delta_sos, seller_id limit 5)
    ) extreme join sellers s on s.id = extreme.seller_id
  )
  select
    (select count(*) from seller where status = 'active') as total_sellers,
    (select count(*) from score) as scored_sellers,
    (select count(*) from score where is_rated) as rated,
    (select count(*) from score where not is_rated) as unrated,
    (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'metric', metric, 'sellers', sellers)
                               order by sellers desc, reason), '[]')
     from (select unrated_reason as reason, unrated_metric as metric, count(*) as sellers
           from score where unrated_reason is not null group by 1, 2) r) as unrated_reasons,
    (select coalesce(round(avg(total_sos), 2), 0) from score where is_rated) as avg_sos,
    (select coalesce(jsonb_agg(jsonb_build_object('name', tier_name, 'rank', rank, 'count', count)), '[]')
     from (select tier_name, max(tier_rank) as rank, count(*) as count from score group by tier_name) t) as scored_tiers,
    (select coalesce(jsonb_agg(fields || jsonb_build_object(
              'id', id, 'version', version, 'is_active', is_active,
              'effective_from', effective_from, 'effective_to', effective_to)), '[]')
     from config_records where type = 'tiers' and is_active) as tier_records,
    (select count(*) from appeals a join seller on seller.id = a.seller_id
     where a.period = $1 and a.status = 'pending') as pending_appeals,
    (select count(*) from surcharges c join seller on seller.id = c.seller_id
     where c.period = $1 and c.status in ('pending', 'applied')) as active_surcharges,
    (select coalesce(jsonb_agg(shown order by delta_sos desc, seller_id), '[]')
     from mover where delta_sos > 0) as top_improved,
    (select coalesce(jsonb_agg(shown order by delta_sos, seller_id), '[]')
     from mover where delta_sos < 0) as top_declined`

export const readStats = async (db: Sql, { period, warehouse_id, am_id }: StatsFilter): Promise<StatsRow> =>
  (await db.row<StatsRow>(STATS, [period, warehouse_id, am_id], 'dashboard-stats')) as StatsRow
