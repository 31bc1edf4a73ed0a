import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { EARNED, REVENUE_FIGURES } from '../../src/domain/revenue/revenue-figures.ts'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import { type ScoreRow, tierOf, trendOf } from '../../src/domain/scores/score-row.ts'
import type { SellerStatus } from '../../src/domain/seller-statuses.ts'
import { requireOwn } from '../../src/domain/sellers/scope.ts'
import { pageOfRows, plain } from '../../src/platform/database/statements/records.ts'
import { notFound } from '../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Id, Period, wholeList } from '../../src/platform/schemas/schemas.ts'
import type { AmKpiPart, AmMetric, KpiRules } from '../../src/scoring/am-kpi.ts'
import { firstDay } from '../../src/scoring/month.ts'
import { divide, multiply, parse, round } from '../../src/scoring/rational.ts'
import { AM_METRICS } from '../../src/scoring/rule-set.ts'
import { KpiHistory, Portfolio, PortfolioDetail } from './portfolio-schemas.ts'

const tags = ['portfolio']
const period = Type.Optional(Period({ description: 'Default: the current month' }))
const params = Type.Object({ amId: Id({ description: 'Id of the account manager' }) })
const rule =
  'A month counts for the account manager who looked after the seller when its score was computed as of that month, whoever does so now; the running month goes with the seller. A KPI whose scores were all final once keeps the rules that it was made by.'

export const listPortfolios = endpoint('GET', '/api/am/portfolio', 'portfolio.read', {
  tags,
  operationId: 'listPortfolios',
  summary: 'The portfolios of a period with their KPIs',
  description: `Of every active account manager, and of others with sellers in the period, in the order of their names. ${rule} An account manager sees the own one only.`,
  ...wholeList(Portfolio, { period }),
})(async ({ server, scope, query }) => {
  const { data, ...page } = await pageOfPortfolios(server, query.period, scope.am_id, query)
  return { ...page, data: data.map(({ parts, ...row }) => ({ ...row, parts: parts && shownParts(parts) })) }
})

const HISTORY_PERIODS = 12

export const getPortfolio = endpoint('GET', '/api/am/portfolio/:amId', 'portfolio.read', {
  config: { reads: 'rows' },
  tags,
  operationId: 'getPortfolio',
  summary: 'One account manager with KPI and sellers of a period',
  description: `The KPI with everything it is made of. ${rule} Sellers handed over since are listed, too; GET /api/dashboard/stats and the scores show an account manager those of now.`,
  params,
  querystring: Closed({ period }),
  response: { 200: PortfolioDetail },
})(async ({ server, scope, params, query }) => {
  const { amId: am_id } = params
  requireOwn(scope, am_id)
  const { data } = await pageOfPortfolios(server, query.period, am_id, { page: 1, limit: 1 })
  const [found] = data
  if (!found) throw noAccountManager(am_id)
  const { parts, rules, ...row } = found
  const sellers = await sellersOfPortfolio(server, row.period, am_id)
  return {
    ...row,
    parts: parts && rules && explainedParts(parts, rules),
    bands: (rules?.['am-bonus-penalty'] ?? []).toSorted((a, b) => b.min_kpi - a.min_kpi),
    sellers: sellers.map(shownSeller),
  }
})

export const getKpiHistory = endpoint('GET', '/api/am/portfolio/:amId/history', 'portfolio.read', {
  tags,
  operationId: 'getKpiHistory',
  summary: 'The KPIs of an account manager over time',
  description: 'The newest 12 periods with a KPI, oldest first.',
  params,
  response: { 200: KpiHistory },
})(async ({ server, scope, params }) => {
  requireOwn(scope, params.amId)
  const { db } = server
  const found = await db.prisma.account_manager.findUnique({ where: { id: params.amId } })
  if (!found) throw noAccountManager(params.amId)
  const kpis = await db.prisma.am_kpi.findMany({
    where: { am_id: found.id },
    omit: { am_id: true, rules: true },
    orderBy: { period: 'desc' },
    take: HISTORY_PERIODS,
  })
  return {
    am_id: found.id,
    name: found.name,
    data: plain(kpis.toReversed()).map(({ sellers: scored_sellers, parts, ...kpi }) => ({
      ...kpi,
      scored_sellers,
      parts: shownParts(parts as unknown as AmKpiPart[]),
    })),
  }
})

export const noAccountManager = (id: number) =>
  notFound('account_manager_not_found', `There is no account manager ${id}.`)

function shownSeller({ seller_code, company_name, seller_status, ...row }: PortfolioSellerRow) {
  if (row.total_sos === null) return { seller_code, company_name, seller_status, score: null }
  const counts_for_change = row.is_rated && row.previous_rated === true && !row.before_contract
  const score = { ...row, tier: tierOf(row), trend: trendOf(row), counts_for_change }
  return { seller_code, company_name, seller_status, score }
}

const DESCRIPTIONS: Record<AmMetric, string> = {
  portfolio_sos: 'Mean total of the rated sellers, weighted by their orders',
  portfolio_change:
    'Mean change to the previous total, weighted by orders, over the rated sellers whose previous score was rated too',
  low_tier_share: 'Share of the rated sellers that are in tiers of rank 2 or below, in percent',
}

/** The parts by their metric; null for one that no record of the period names. */
const shownParts = (parts: readonly AmKpiPart[]) => byMetric(parts, (part) => part)

/** The same with what each brings to the KPI and the record it was made with. */
function explainedParts(parts: readonly AmKpiPart[], rules: KpiRules) {
  const measured = parts.reduce((sum, { points, weight }) => (points === null ? sum : sum + weight), 0)
  return byMetric(parts, (part) => {
    const record = rules['am-kpi-weight'].find(({ metric }) => metric === part.metric)
    if (!record) throw new RangeError(`the KPI keeps no record of ${part.metric}`)
    const { id, version, curve } = record
    return {
      description: DESCRIPTIONS[part.metric],
      ...part,
      weighted: part.points === null || measured === 0 ? null : share(part.points, part.weight, measured),
      record: { id, version, curve },
    }
  })
}

const share = (points: number, weight: number, of: number) =>
  round(divide(multiply(parse(points), parse(weight)), parse(of)), 6)

const byMetric = <T>(parts: readonly AmKpiPart[], show: (part: AmKpiPart) => T) =>
  Object.fromEntries(
    AM_METRICS.map((metric) => {
      const part = parts.find((one) => one.metric === metric)
      return [metric, part ? show(part) : null]
    }),
  ) as Record<AmMetric, T | null>

type PortfolioRow = Omit<Portfolio, 'parts'> & { parts: AmKpiPart[] | null; rules: KpiRules | null }

/** A seller without a score that counts is of whom it was assigned to when the period ended, or is now. */
const pageOfPortfolios = (
  app: FastifyInstance,
  period = runningPeriod(app),
  am_id: number | null,
  query: { page: number; limit: number },
) =>
  pageOfRows<PortfolioRow>(app.db, query, {
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
      select a.id as am_id, a.name, a.email, a.employee_id, a.is_active, $1 as period,
             coalesce(f.sellers, 0) as sellers, coalesce(f.scored_sellers, 0) as scored_sellers,
             coalesce(f.rated_sellers, 0) as rated_sellers, f.avg_sos, r.revenue,
             k.kpi, coalesce(k.assessed, false) as assessed, k.band, k.percent, k.parts, k.rules, k.computed_at
      from account_managers a
        left join figure f on f.am_id = a.id
        left join earned r on r.am_id = a.id
        left join am_kpis k on k.am_id = a.id and k.period = $1
      where a.id = $4 or ($4::int is null and (a.is_active or f.am_id is not null))`,
    values: [period, firstDay(period), app.env.BUSINESS_TIMEZONE, am_id],
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
type PortfolioSellerRow = {
  seller_code: string
  company_name: string
  seller_status: SellerStatus
} & ({ total_sos: null } | (ScoreRow & { is_rated: boolean; previous_rated: boolean | null; orders: number }))

/** All that pageOfPortfolios counts, and scores that count nowhere. */
const sellersOfPortfolio = ({ db, env }: FastifyInstance, period: string, amId: number) =>
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
    [period, firstDay(period), env.BUSINESS_TIMEZONE, amId],
    'portfolio-sellers',
  )
