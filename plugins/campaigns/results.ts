import { type Static, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import { paramsOf } from '../../src/feeds/feed.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import {
  ByQuery,
  CalendarDate,
  Closed,
  count,
  Model,
  Nullable,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'
import { addDays } from '../../src/scoring/month.ts'
import { findCampaign } from './queries.ts'
import { type Campaign, params } from './schemas.ts'

const maybe = (description: string, example: number) =>
  Nullable(Type.Integer(), { description, examples: [example] })
const percent = (description: string) => Nullable(Type.Number(), { description, examples: [12.5] })

const CampaignResult = Model('CampaignResult', {
  seller_code: Type.String({ examples: ['S-1001'] }),
  company_name: Type.String({ examples: ['Acme Trading GmbH'] }),
  forecast_orders: maybe('null: no forecast', 480),
  submitted_at: Nullable(Timestamp()),
  days_late: maybe('Whole calendar days from the deadline to the submission; a score counts at most 14', 0),
  actual_orders: maybe('null: no result yet', 426),
  actual_units: maybe('null: not known', 910),
  error_percent: percent(
    '100 × |forecast − actual| ÷ actual, a missing forecast counting as 0; null without an actual, or one of 0',
  ),
})
type CampaignResult = Static<typeof CampaignResult>

const CampaignTotals = Model(
  'CampaignTotals',
  {
    sellers_with_forecast: count('Sellers with a forecast', 120),
    sellers_late: count('Sellers whose forecast came after the deadline', 9),
    sellers_with_actual: count('Sellers with an actual result', 118),
    forecast_orders: count('Sum of the forecasts', 52_000),
    actual_orders: count('Sum of the actual orders', 50_400),
    actual_units: count('Sum of the actual units', 101_200),
    error_percent: percent(
      '100 × Σ |forecast − actual| ÷ Σ actual over the sellers with an actual result; null when Σ actual is 0',
    ),
  },
  { description: 'Of all rows that match, on all pages' },
)
type CampaignTotals = Static<typeof CampaignTotals>

const CampaignResults = Type.Object({
  ...WholeList(CampaignResult).properties,
  totals: CampaignTotals,
  forecast_deadline: CalendarDate({
    description:
      'The day by which forecasts are due: campaign_days of forecast_lateness before the first day',
    examples: ['2026-11-02'],
  }),
})

const results = (
  having: 'forecast' | 'actual',
  said: { operationId: string; summary: string; description: string },
) =>
  endpoint('GET', `/api/campaigns/:id/${having}s`, 'campaigns.read', {
    ...said,
    description: `${said.description} An account manager sees the own portfolio, a warehouse user the sellers of the own warehouse.`,
    params,
    querystring: Closed({ ...ByQuery, ...WholeListQuery }),
    response: { 200: CampaignResults },
  })(async (request) => {
    const campaign = await findCampaign(request, request.params.id)
    const forecast_deadline = await deadlineOf(request.server.db, campaign)
    const found = await pageOfResults(request, campaign, having, forecast_deadline, request.query)
    return { ...found, forecast_deadline }
  })

export const listForecasts = results('forecast', {
  operationId: 'listCampaignForecasts',
  summary: 'The forecasts of a campaign beside the results',
  description:
    'The sellers that handed in a forecast, in the order of their codes. The one made for the month in which the campaign ends counts, else the newest.',
})

export const listActuals = results('actual', {
  operationId: 'listCampaignActuals',
  summary: 'The results of a campaign beside the forecasts',
  description: 'The sellers that have an actual result, in the order of their codes.',
})

/** The day by which its forecasts are due, as the records of the month say in which the campaign counts. */
async function deadlineOf(db: Database, { start_date, end_date }: Campaign): Promise<string> {
  const rules = await rulesOf(db, ['p-score'], end_date.slice(0, 7))
  const { campaign_days = 0 } = paramsOf(rules, 'forecast_lateness')
  return addDays(start_date, -campaign_days)
}

/** The forecast is the one that scoring takes. What comes after `deadline`, YYYY-MM-DD, is late. */
const pageOfResults = (
  { server, scope }: FastifyRequest,
  campaign: Campaign,
  having: 'forecast' | 'actual',
  deadline: string,
  query: { page: number; limit: number },
) =>
  pageOfRows<CampaignResult, { totals: CampaignTotals }>(server.db, query, {
    rows: `
      with forecast as (
        select distinct on (seller_id) seller_id, forecast_orders, submitted_at,
               greatest(0, (submitted_at at time zone $3)::date - $4::date) as days_late
        from forecasts where campaign_id = $1
        order by seller_id, (period = $2) desc, submitted_at desc, period desc
      ), actual as (
        select seller_id, actual_orders, actual_units from campaign_actuals where campaign_id = $1
      )
      select s.id, s.seller_code, s.company_name, forecast_orders, submitted_at, days_late, actual_orders, actual_units,
             error, round(100 * error / nullif(actual_orders, 0), 2) as error_percent
      from forecast full join actual using (seller_id) join sellers s on s.id = seller_id,
        lateral (select abs(coalesce(forecast_orders, 0) - actual_orders)::numeric as error) compared
      where case $5::text when 'forecast' then forecast_orders else actual_orders end is not null
        and ($6::int is null or s.assigned_am_id = $6)
        and ($7::int is null or s.primary_warehouse_id = $7)`,
    values: [
      ...[campaign.id, campaign.end_date.slice(0, 7), server.env.BUSINESS_TIMEZONE, deadline, having],
      ...[scope.am_id, scope.warehouse_id],
    ],
    order: 'seller_code, id',
    name: 'campaign-results',
    sums: {
      totals: `
        select jsonb_build_object(
                 'sellers_with_forecast', count(forecast_orders),
                 'sellers_late', count(*) filter (where days_late > 0),
                 'sellers_with_actual', count(actual_orders),
                 'forecast_orders', coalesce(sum(forecast_orders), 0),
                 'actual_orders', coalesce(sum(actual_orders), 0),
                 'actual_units', coalesce(sum(actual_units), 0),
                 'error_percent', round(100 * sum(error) / nullif(sum(actual_orders), 0), 2))
        from found`,
    },
  })
