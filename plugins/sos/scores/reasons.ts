import { reasonsOfScore } from '../../../src/domain/scores/reasons-of-scores.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { explainerOf, knownExplanation } from './explain.ts'
import type { reasonsSchema } from './reasons-schema.ts'

/** Answers what takes most points from a score. @throws as the explanation does */
export const getReasons: Handler<typeof reasonsSchema> = async (request) => {
  const { db } = request.server
  const known = await knownExplanation(request, request.params.seller_code, request.query)
  const { seller, score, stored, explanation } = known
  const { period, revision, status, total_sos, seller_id } = score
  const { run_id } = stored
  return {
    seller_code: seller.seller_code,
    period,
    revision,
    status,
    total_sos,
    tier: explanation.tier.name,
    previous_period: explanation.trend.previous_period,
    ...(await reasonsOfScore(db, explainerOf(db), { seller_id, run_id, explanation })),
  }
}
