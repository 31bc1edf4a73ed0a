import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import type { Handler } from '../../../src/platform/http.ts'
import { describeExplanation } from '../../../src/scoring/describe.ts'
import { findExplanation } from './explanation.sql.ts'
import { knownScore } from './reading.ts'
import type { explanationSchema } from './schemas.ts'

export const getExplanation: Handler<typeof explanationSchema> = async (request) => {
  const { seller, score, stored } = await knownExplanation(
    request,
    request.params.seller_code,
    request.query.period,
  )
  const { metrics, ...described } = describeExplanation(stored.explanation, stored.rules)
  const { period, revision, status, total_sos, calculated_at } = score
  return {
    seller_code: seller.seller_code,
    period,
    revision,
    status,
    total_sos,
    calculated_at,
    run: { id: stored.run_id, as_of: stored.as_of, feeds_in_use: stored.feeds_in_use },
    ...described,
    metrics: metrics.map((metric) => ({
      ...metric,
      facts: `/api/sos/sellers/${encodeURIComponent(seller.seller_code)}/score/facts?period=${period}&metric=${metric.metric}`,
    })),
  }
}

/** A score with its explanation. @throws as knownScore does, and 404 when the explanation is missing */
export async function knownExplanation(request: FastifyRequest, codeOrId: string, period?: string) {
  const { seller, score } = await knownScore(request, codeOrId, period)
  const stored = await findExplanation(request.server.db, score)
  if (!stored)
    throw httpErrors.notFound(`The score of ${seller.seller_code} in ${score.period} has no explanation.`)
  return { seller, score, stored }
}
