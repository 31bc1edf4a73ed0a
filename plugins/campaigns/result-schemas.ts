import { type Static, Type } from '@sinclair/typebox'
import { route } from '../../src/platform/http/route.ts'
import {
  ByQuery,
  CalendarDate,
  Closed,
  count,
  Nullable,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'
import { params } from './schemas.ts'

const maybe = (description: string, example: number) =>
  Nullable(Type.Integer(), { description, examples: [example] })
const percent = (description: string) => Nullable(Type.Number(), { description, examples: [12.5] })

export const CampaignResult = Type.Object(
  {
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
  },
  { title: 'CampaignResult' },
)
export type CampaignResult = Static<typeof CampaignResult>

export const CampaignTotals = Type.Object(
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
  { title: 'CampaignTotals', description: 'Of all rows that match, on all pages' },
)
export type CampaignTotals = Static<typeof CampaignTotals>

const CampaignResults = Type.Object({
  ...WholeList(CampaignResult).properties,
  totals: CampaignTotals,
  forecast_deadline: CalendarDate({
    description:
      'The day by which forecasts are due: campaign_days of forecast_lateness before the first day',
    examples: ['2026-11-02'],
  }),
})

const querystring = Closed({ ...ByQuery, ...WholeListQuery })
const scope = 'An account manager sees the own portfolio, a warehouse user the sellers of the own warehouse.'

export const forecastsRoute = route('GET', '/api/campaigns/:id/forecasts', 'campaigns.read', {
  operationId: 'listCampaignForecasts',
  summary: 'The forecasts of a campaign beside the results',
  description: `The sellers that handed in a forecast, in the order of their codes. The one made for the month in which the campaign ends counts, else the newest. ${scope}`,
  params,
  querystring,
  response: { 200: CampaignResults },
})

export const actualsRoute = route('GET', '/api/campaigns/:id/actuals', 'campaigns.read', {
  operationId: 'listCampaignActuals',
  summary: 'The results of a campaign beside the forecasts',
  description: `The sellers that have an actual result, in the order of their codes. ${scope}`,
  params,
  querystring,
  response: { 200: CampaignResults },
})
