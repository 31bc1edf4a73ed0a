import { EARNED, REVENUE_FIGURES, type RevenueFigures } from '../../src/domain/revenue/revenue-figures.ts'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import type { ScoreRow } from '../../src/domain/scores/score-row.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { plain } from '../../src/platform/database/prisma/record.ts'
import { pageOfRows } from '../../src/platform/database/statements/page.ts'
import type { AmKpiPart, KpiRules } from '../../src/scoring/am-kpi.ts'
import { firstDay } from '../../src/scoring/month.ts'
import type { Portfolio } from './portfolio-schemas.ts'

/** An account manager with the figures of a period, and its KPI where one was computed. */
export type PortfolioRow = Omit<Portfolio, 'period' | 'revenue' | 'assessed' | 'parts'> & {
  /** null where its sellers turned over nothing */
  revenue: RevenueFigures | null
  assessed: boolean | null
  parts: AmKpiPart[] | null
  rules: KpiRules | null
}

export interface PortfolioQuery {
  period: string
  time_zone: string
}

/**
 * One page of the portfolios of a period, or the one of `am_id`, and how many there are. A scored seller belongs to
 * whom its score counts for; one without a score that counts to whom it was assigned when the period ended, or is now.
 * Revenue is that of the dashboard.
 */
export const pageOfPortfolios = (
  db: Database,
  {
    period,
    time_zone,
    am_id,
    ...query
  }: PortfolioQuery & { am_id: number | null; page: number; limit: number },
) =>
  pageOfRows<PortfolioRow>(db, query, {
    rows: `
      with member as (
        select am_id, total_sos, is_rated from ${COUNTED_SCORES} m
        where period = $1 and am_id is not null
        union all
        select a.am_id, null, null from ${ASSIGNED_AT_END} a
        where a.am_id is not null
          and not exists (select from ${COUNTED_SCORES} m where m.seller_id = a.seller_id and m.period = $1)
      ), figure as (
        select am_id, count(*) as sellers, count(total_sos) as scored_sellers,
               count(*) filter (where is_rated) as rated_sellers,
               round(avg(total_sos) filter (where is_rated), 2) as avg_sos
        from member group by am_id
      ), earned as (
        select am_id, ${REVENUE_FIGURES} as revenue from ${EARNED} e group by am_id
      )
      select a.id as am_id, a.name, a.email, a.employee_id, a.is_active,
             coalesce(f.sellers, 0) as sellers, coalesce(f.scored_sellers, 0) as scored_sellers,
             coalesce(f.rated_sellers, 0) as rated_sellers, f.avg_sos, r.revenue,
             k.kpi, k.assessed, k.band, k.percent, k.parts, k.rules, k.computed_at
      from account_managers a
        left join figure f on f.am_id = a.id
        left join earned r on r.am_id = a.id
        left join am_kpis k on k.am_id = a.id and k.period = $1
      where a.id = $4 or ($4::int is null and (a.is_active or f.am_id is not null))`,
    values: [period, firstDay(period), time_zone, am_id],
    order: 'name, am_id',
    name: 'portfolios-page',
  })

/** SQL: the active sellers, each with the account manager that it was assigned to when the period ended, or is now. */
const ASSIGNED_AT_END = `(
  select a.seller_id, a.am_id
  from (
    select distinct on (seller_id) seller_id, am_id from seller_assignments
    where assigned_at < least(now(), ($2::date + interval '1 month')::timestamp at time zone $3)
    order by seller_id, assigned_at desc) a
  join sellers s on s.id = a.seller_id and s.status = 'active')`

/** A seller of a portfolio; the columns of its score are null when it has none in the period. */
export type PortfolioSellerRow = {
  seller_code: string
  company_name: string
  seller_status: 'active' | 'suspended' | 'terminated'
} & ({ total_sos: null } | (ScoreRow & { is_rated: boolean; previous_rated: boolean | null; orders: number }))

/**
 * The sellers of an account manager's portfolio in a period: all that pageOfPortfolios counts, and scores that count
 * nowhere.
 */
export const sellersOfPortfolio = (db: Database, amId: number, { period, time_zone }: PortfolioQuery) =>
  db.rows<PortfolioSellerRow>(
    `with member as (
       select seller_id from monthly_scores where period = $1 and am_id = $4
       union all
       select a.seller_id from ${ASSIGNED_AT_END} a
       where a.am_id = $4
         and not exists (select from monthly_scores m where m.seller_id = a.seller_id and m.period = $1)
     )
     select s.seller_code, s.company_name, s.status as seller_status, m.*
     from member join sellers s on s.id = member.seller_id
       left join monthly_scores m on m.seller_id = s.id and m.period = $1
     order by s.seller_code`,
    [period, firstDay(period), time_zone, amId],
    'portfolio-sellers',
  )

/** The newest `most` KPIs of an account manager, oldest first. */
export async function kpisOf({ prisma }: Database, amId: number, most: number) {
  const records = await prisma.am_kpi.findMany({
    where: { am_id: amId },
    omit: { am_id: true, rules: true },
    orderBy: { period: 'desc' },
    take: most,
  })
  return plain(records.toReversed()).map(({ sellers: scored_sellers, parts, ...kpi }) => ({
    ...kpi,
    scored_sellers,
    parts: parts as unknown as AmKpiPart[],
  }))
}
