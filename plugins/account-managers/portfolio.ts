import type { FastifyInstance } from 'fastify'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { tierOf, trendOf } from '../../src/domain/scores/score-row.ts'
import type { Scope } from '../../src/domain/sellers/scope.ts'
import { forbidden, notFound } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import type { AmKpiPart, AmMetric, KpiRules } from '../../src/scoring/am-kpi.ts'
import { divide, multiply, parse, round } from '../../src/scoring/rational.ts'
import { AM_METRICS } from '../../src/scoring/rule-set.ts'
import {
  kpisOf,
  type PortfolioQuery,
  type PortfolioSellerRow,
  pageOfPortfolios,
  sellersOfPortfolio,
} from './portfolio-queries.ts'
import type {
  kpiHistoryRoute,
  portfolioRoute,
  portfoliosRoute,
  SellerInPortfolio,
} from './portfolio-schemas.ts'

/** The most periods that a history shows. */
const HISTORY_PERIODS = 12

export const listPortfolios: Handler<typeof portfoliosRoute> = async ({ server, scope, query }) => {
  const { page, limit } = query
  const asked = monthAsked(server, query.period)
  const { am_id } = scope
  const found = await pageOfPortfolios(server.db, { ...asked, am_id, page, limit })
  const data = found.data.map(({ assessed, parts, revenue, ...row }) => ({
    ...row,
    period: asked.period,
    assessed: assessed ?? false,
    parts: parts && partsOf(parts),
    revenue: revenue ?? NO_REVENUE,
  }))
  return { ...found, data }
}

export const getPortfolio: Handler<typeof portfolioRoute> = async ({ server, scope, params, query }) => {
  const { amId: am_id } = params
  requireOwn(scope, am_id)
  const asked = monthAsked(server, query.period)
  const { data } = await pageOfPortfolios(server.db, { ...asked, am_id, page: 1, limit: 1 })
  const [found] = data
  if (!found) throw noAccountManager(am_id)
  const sellers = await sellersOfPortfolio(server.db, am_id, asked)
  const { assessed, parts, rules, revenue, ...row } = found
  return {
    ...row,
    period: asked.period,
    assessed: assessed ?? false,
    parts: parts && rules && explainedParts(parts, rules),
    bands: (rules?.['am-bonus-penalty'] ?? []).toSorted((a, b) => b.min_kpi - a.min_kpi),
    revenue: revenue ?? NO_REVENUE,
    sellers: sellers.map(shownSeller),
  }
}

export const getKpiHistory: Handler<typeof kpiHistoryRoute> = async ({ server, scope, params }) => {
  requireOwn(scope, params.amId)
  const { db } = server
  const found = await db.prisma.account_manager.findUnique({ where: { id: params.amId } })
  if (!found) throw noAccountManager(params.amId)
  const kpis = await kpisOf(db, found.id, HISTORY_PERIODS)
  return {
    am_id: found.id,
    name: found.name,
    data: kpis.map(({ parts, ...kpi }) => ({ ...kpi, parts: partsOf(parts) })),
  }
}

const NO_REVENUE = { amount: 0, at_risk: 0, at_risk_share: null }

const monthAsked = (app: FastifyInstance, period?: string): PortfolioQuery => ({
  period: period ?? runningPeriod(app),
  time_zone: app.env.BUSINESS_TIMEZONE,
})

/** @throws 403 when an account manager asks for another one's portfolio */
function requireOwn({ am_id }: Scope, amId: number) {
  if (am_id !== null && am_id !== amId) throw forbidden('outside_scope', 'This portfolio is not yours.')
}

const noAccountManager = (id: number) =>
  notFound('account_manager_not_found', `There is no account manager ${id}.`)

function shownSeller(row: PortfolioSellerRow): SellerInPortfolio {
  const { seller_code, company_name, seller_status } = row
  if (row.total_sos === null) return { seller_code, company_name, seller_status, score: null }
  const { total_sos, is_rated, previous_rated, orders, is_grace_period, before_contract, status } = row
  const counts_for_change = is_rated && previous_rated === true && !before_contract
  const trend = trendOf(row)
  const score = {
    total_sos,
    tier: tierOf(row),
    is_rated,
    trend,
    counts_for_change,
    orders,
    is_grace_period,
    before_contract,
    status,
  }
  return { seller_code, company_name, seller_status, score }
}

const DESCRIPTIONS: Record<AmMetric, string> = {
  portfolio_sos: 'Mean total of the rated sellers, weighted by their orders',
  portfolio_change:
    'Mean change to the previous total, weighted by orders, over the rated sellers whose previous score was rated too',
  low_tier_share: 'Share of the rated sellers that are in tiers of rank 2 or below, in percent',
}

/** The parts by their metric; null for one that no record of the period names. */
const partsOf = (parts: readonly AmKpiPart[]) => byMetric(parts, (part) => part)

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
