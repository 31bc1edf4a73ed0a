import type { FastifyInstance } from 'fastify'
import { aggregateFacts } from '../../../src/domain/metrics/aggregate.ts'
import { elapsedDays, type ScoredMonth } from '../../../src/domain/metrics/scored-month.ts'
import { offsetOf } from '../../../src/platform/database/page.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { type Aggregates, readAggregates } from '../../../src/scoring/aggregates.ts'
import { metricNamed } from '../../../src/scoring/metrics.ts'
import { round } from '../../../src/scoring/rational.ts'
import { knownExplanation } from '../scores/explain.ts'
import type { FactQuery } from './fact-rows.ts'
import { METRIC_FACTS, type Part } from './metric-facts.ts'
import type { factsSchema } from './schemas.ts'

/** The rows behind a metric, seen as the score's run saw them: with its as_of and its rules. */
export const listFacts: Handler<typeof factsSchema> = async (request) => {
  const { server, params, query } = request
  const { metric, page, limit } = query
  const { seller, score, stored, explanation, rules } = await knownExplanation(request, params.seller_code, {
    period: query.period,
  })
  const { period } = score
  const { month_start, as_of, as_of_date } = stored
  const month = { period, month_start, as_of, as_of_date, time_zone: server.env.BUSINESS_TIMEZONE }
  const aggregates = (await aggregateFacts(server.db, [seller.id], month, rules)).get(seller.id) ?? {}
  const parts = METRIC_FACTS[metric] ?? []
  const scored = explanation.metrics.find((explained) => explained.metric === metric)
  return {
    seller_code: seller.seller_code,
    period,
    metric,
    as_of,
    ...amountsOf(metric, aggregates, month),
    scored: { numerator: scored?.numerator ?? 0, denominator: scored?.denominator ?? 0 },
    data: await slice(server, parts, aggregates, {
      seller_id: seller.id,
      month,
      rules,
      limit,
      offset: offsetOf(query),
    }),
    total: parts.reduce((rows, { count }) => rows + Number(aggregates[count] ?? 0), 0),
    page,
    limit,
  }
}

/** What the facts, as they are stored now, make of a metric. */
function amountsOf(name: string, aggregates: Aggregates, month: ScoredMonth) {
  const reading = metricNamed(name)?.read(readAggregates(aggregates, elapsedDays(month)))
  if (!reading) throw new RangeError(`${name} is no metric`)
  return { numerator: round(reading.numerator, 6), denominator: round(reading.denominator, 6) }
}

/** `limit` rows from `offset` on, of the parts one after the other. */
async function slice({ db }: FastifyInstance, parts: Part[], aggregates: Aggregates, query: FactQuery) {
  const rows = []
  let { offset, limit } = query
  for (const { fact, count, rows: read, numerator, denominator } of parts) {
    const size = Number(aggregates[count] ?? 0)
    if (offset < size && limit > 0) {
      const found = await read(db, { ...query, offset, limit })
      limit -= found.length
      for (const { counted, ...record } of found)
        rows.push({
          fact,
          numerator: numerator ? Number(counted[numerator]) : 0,
          denominator: denominator ? Number(counted[denominator]) : 0,
          record,
        })
    }
    offset = Math.max(0, offset - size)
  }
  return rows
}
