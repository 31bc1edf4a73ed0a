import type { FastifyRequest } from 'fastify'
import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { offsetOf, pageOf } from '../../src/platform/database/statements/page.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { metricNamed } from '../../src/scoring/metrics.ts'
import { addDays } from '../../src/scoring/month.ts'
import { findCampaign } from './campaign-lookup.ts'
import type { actualsRoute, CampaignResult, CampaignTotals, forecastsRoute } from './result-schemas.ts'
import type { Campaign } from './schemas.ts'

export const listForecasts: Handler<typeof forecastsRoute> = (request) =>
  results(request, request.params.id, { having: 'forecast', ...request.query })

export const listActuals: Handler<typeof actualsRoute> = (request) =>
  results(request, request.params.id, { having: 'actual', ...request.query })

async function results(
  request: FastifyRequest,
  idOrCode: string,
  query: Pick<ResultQuery, 'having' | 'page' | 'limit'>,
) {
  const {
    server: { db, env },
    scope,
  } = request
  const campaign = await findCampaign(request, idOrCode)
  const forecast_deadline = await deadlineOf(db, campaign)
  const found = await pageOfResults(db, campaign, {
    ...query,
    scope,
    deadline: forecast_deadline,
    time_zone: env.BUSINESS_TIMEZONE,
  })
  return { ...found, forecast_deadline }
}

/** The day by which its forecasts are due, as the records of the month say in which the campaign counts. */
async function deadlineOf(db: Database, { start_date, end_date }: Campaign): Promise<string> {
  const rules = await rulesOf(db, ['p-score'], end_date.slice(0, 7))
  const lateness = rules['p-score'].find(({ metric }) => metric === 'forecast_lateness')
  const { campaign_days = 0 } = { ...metricNamed('forecast_lateness')?.params, ...lateness?.params }
  return addDays(start_date, -campaign_days)
}

type Row = CampaignResult & { id: number | null; total: number; totals: CampaignTotals }

/** Whose rows are meant, what counts as late, and which page. */
interface ResultQuery {
  having: 'forecast' | 'actual'
  scope: Scope
  /** YYYY-MM-DD */
  deadline: string
  time_zone: string
  page: number
  limit: number
}

/**
 * Forecast and actual result of the sellers that have one of both, side by side, with the totals of all of them.
 * The forecast is the one that scoring takes: made for the month in which the campaign ends, else the newest.
 */
async function pageOfResults(
  db: Database,
  campaign: Campaign,
  { having, scope, deadline, time_zone, page, limit }: ResultQuery,
) {
  const rows = await db.rows<Row>(
    `with forecast as (
       select distinct on (seller_id) seller_id, forecast_orders, submitted_at,
              greatest(0, (submitted_at at time zone $3)::date - $4::date) as days_late
       from forecasts where campaign_id = $1
       order by seller_id, (period = $2) desc, submitted_at desc, period desc
     ), actual as (
       select seller_id, actual_orders, actual_units from campaign_actuals where campaign_id = $1
     ), compared as (
       select s.id, s.seller_code, s.company_name, forecast_orders, submitted_at, days_late, actual_orders, actual_units,
              abs(coalesce(forecast_orders, 0) - actual_orders)::numeric as error
       from forecast full join actual using (seller_id) join sellers s on s.id = seller_id
       where case $5::text when 'forecast' then forecast_orders else actual_orders end is not null
         and ($6::int is null or s.assigned_am_id = $6)
         and ($7::int is null or s.primary_warehouse_id = $7)
     ), totals as (
       select count(*) as total,
              jsonb_build_object(
                'sellers_with_forecast', count(forecast_orders),
                'sellers_late', count(*) filter (where days_late > 0),
                'sellers_with_actual', count(actual_orders),
                'forecast_orders', coalesce(sum(forecast_orders), 0),
                'actual_orders', coalesce(sum(actual_orders), 0),
                'actual_units', coalesce(sum(actual_units), 0),
                'error_percent', round(100 * sum(error) / nullif(sum(actual_orders), 0), 2)) as totals
       from compared
     ), page as (
       select *, round(100 * error / nullif(actual_orders, 0), 2) as error_percent
       from compared order by seller_code, id limit $8 offset $9
     )
     select totals.*, page.* from totals left join page on true order by seller_code, id`,
    [
      campaign.id,
      campaign.end_date.slice(0, 7),
      time_zone,
      deadline,
      having,
      scope.am_id,
      scope.warehouse_id,
      limit,
      offsetOf({ page, limit }),
    ],
    'campaign-results',
  )
  const [{ totals }] = rows as [Row]
  return { ...pageOf(rows, 'id', { page, limit }), totals }
}
