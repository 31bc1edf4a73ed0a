import type { FastifyRequest } from 'fastify'
import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { metricNamed } from '../../src/scoring/metrics.ts'
import { addDays } from '../../src/scoring/month.ts'
import { findCampaign } from './campaign-lookup.ts'
import { pageOfResults, type ResultQuery } from './result-queries.ts'
import type { actualsRoute, forecastsRoute } from './result-schemas.ts'
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
