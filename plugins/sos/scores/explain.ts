import type { FastifyRequest } from 'fastify'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { notFound } from '../../../src/platform/http/problems.ts'
import { describeExplanation } from '../../../src/scoring/describe.ts'
import { findEarlierRevision, findExplanation } from './queries.ts'
import { knownScore } from './reading.ts'
import type { explanationSchema } from './schemas.ts'

export const getExplanation: Handler<typeof explanationSchema> = async (request) => {
  const { seller, score, stored } = await knownExplanation(request, request.params.seller_code, request.query)
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

/**
 * A score, or an earlier revision of it, with its explanation.
 * @throws as knownScore does, and 404 when there is no such revision or its explanation is missing
 */
export async function knownExplanation(
  request: FastifyRequest,
  codeOrId: string,
  { period, revision }: { period?: string; revision?: number },
) {
  const { db } = request.server
  const { seller, score: newest } = await knownScore(request, codeOrId, period)
  const asked = revision ?? newest.revision
  const score = asked === newest.revision ? newest : await findEarlierRevision(db, newest, asked)
  const name = `score of ${seller.seller_code} in ${newest.period}`
  if (!score) throw notFound('revision_not_found', `The ${name} has no revision ${asked}.`)
  const stored = await findExplanation(db, score)
  if (!stored) throw notFound('explanation_not_found', `The ${name} has no explanation.`)
  return { seller, score, stored }
}
